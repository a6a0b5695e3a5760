// Made by Scripts/generate-locales.py from babel 2.18.0 (CLDR 47).

/// What the room knows of CLDR: names below the name that they belong to.
enum CLDRTables {
    /// Cardinal plural categories, and the locales that have them.
    static let plurals = """
        one few many other:
            be cs lt pl ru sk uk
        one few other:
            bs hr ro shi sr
        one many other:
            ca es fr it lld pt scn vec
        one other:
            af ak am an as asa ast az bal bem bez bg bho bn brx ce ceb cgg chr ckb csw da de doi dv ee el en eo
            et eu fa ff fi fil fo fur fy gl gsw gu ha haw hi hu hy ia io is jgo jmc ka kab kaj kcg kk kkj kl kn
            ks ksb ku ky lb lg lij ln mas mg mgo mk ml mn mr nb nd ne nl nn nnh no nr nso ny nyn om or os pa pap
            pcm ps rm rof rwk saq sc sd sdh seh si sn so sq ss ssy st sv sw syr ta te teo ti tig tk tn tr ts tzm
            ug ur uz ve vo vun wa wae xh xog yi zu
        one two few many other:
            br ga gv mt
        one two few other:
            dsb gd hsb sl
        one two other:
            he iu naq sat se sma smj smn sms
        other:
            bm bo dz hnj id ig ii ja jbo jv kde kea km ko lkt lo ms my nqo osa sah ses sg su th to tpi vi wo yo
            yue zh
        zero one other:
            blo ksh lag lv prg
        zero one two few many other:
            ar cy kw
        """

    /// Parents that are not the locale without its last subtag.
    static let parents = """
        en-001:
            en-150 en-AG en-AI en-AU en-BB en-BM en-BS en-BW en-BZ en-CC en-CK en-CM en-CX en-CY en-DG en-DM
            en-ER en-FJ en-FK en-FM en-GB en-GD en-GG en-GH en-GI en-GM en-GS en-GY en-HK en-ID en-IE en-IL
            en-IM en-IN en-IO en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-MG en-MO en-MS en-MT
            en-MU en-MV en-MW en-MY en-NA en-NF en-NG en-NR en-NU en-NZ en-PG en-PK en-PN en-PW en-RW en-SB
            en-SC en-SD en-SG en-SH en-SL en-SS en-SX en-SZ en-TC en-TK en-TO en-TT en-TV en-TZ en-UG en-VC
            en-VG en-VU en-WS en-ZA en-ZM en-ZW
        en-150:
            en-AT en-BE en-CH en-CZ en-DE en-DK en-ES en-FI en-FR en-HU en-IT en-NL en-NO en-PL en-PT en-RO
            en-SE en-SI en-SK
        en-IN:
            hi-Latn
        es-419:
            es-AR es-BO es-BR es-BZ es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-JP es-MX es-NI es-PA
            es-PE es-PR es-PY es-SV es-US es-UY es-VE
        fr-HT:
            ht
        no:
            nb nn no-NO
        pt-PT:
            pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL
        zh-Hant-HK:
            zh-Hant-MO
        """

    /// Languages of several scripts: the usual one, and regions that use another.
    static let scripts = """
        Arab:
            az-IQ az-IR ha-CM ha-SD kk-AF kk-CN kk-IR kk-MN ku-LB ky-CN ms-CC pa-PK sd tg-PK ug uz-AF
        Cyrl:
            az-RU cu kk ky mn sr tg ug-KZ ug-MN uz-CN
        Deva:
            sd-IN
        Guru:
            pa
        Hans:
            yue-CN zh
        Hant:
            yue zh-AU zh-BN zh-GB zh-GF zh-HK zh-ID zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US zh-VN
        Hmnp:
            hnj
        Latn:
            az en ff ha ku ky-TR ms sr-ME sr-RO sr-TR uz
        Mong:
            mn-CN
        """

    /// Where a language is at home.
    static let regions = """
        001:
            eo ia io jbo tok vo
        AF:
            ps uz-Arab
        AL:
            sq
        AM:
            hy
        AU:
            wbp
        AZ:
            az
        BA:
            bs
        BD:
            bn ccp
        BE:
            wa
        BG:
            bg cu-Glag
        BI:
            rn
        BJ:
            blo
        BR:
            kgp pt yrl
        BT:
            dz
        BY:
            be
        CA:
            csw iu mic moh
        CD:
            ln lu
        CF:
            sg
        CH:
            gsw rm wae
        CL:
            arn
        CM:
            agq bas bss dua ewo jgo ken kkj ksf mgo mua nmg nnh yav
        CN:
            bo ii kk-Arab ky-Arab mn-Mong ug yue-Hans za zh
        CV:
            kea
        CW:
            pap
        CZ:
            cs
        DE:
            de dsb frr hsb ksh nds
        DK:
            da
        DZ:
            kab
        EE:
            et ie
        EG:
            ar cop
        ER:
            byn ssy tig
        ES:
            an ast ca es eu gl
        ET:
            aa am gez om sid ti wal
        FI:
            fi smn sms
        FO:
            fo
        FR:
            br co fr oc
        GB:
            cy en-Shaw gd kw
        GE:
            ab ka ku-Yezi os
        GH:
            ak ee gaa
        GL:
            kl
        GN:
            ff-Adlm nqo
        GR:
            el
        GT:
            quc
        HK:
            yue
        HR:
            hr
        HT:
            ht
        HU:
            hu
        ID:
            bew id jv su
        IE:
            ga
        IL:
            he
        IM:
            gv
        IN:
            as bgc bho brx doi gu hi kn kok ks kxv mai ml mni mr or pa raj sa sat sd-Deva sd-Khoj sd-Sind ta te
            xnr
        IQ:
            ckb ku-Arab syr
        IR:
            az-Arab fa lrc mzn sdh
        IS:
            is
        IT:
            fur it lij lld lmo mhn sc scn vec
        JP:
            ja
        KE:
            dav ebu guz kam ki kln luo luy mas mer saq
        KG:
            ky
        KH:
            km
        KR:
            ko
        KZ:
            kk ug-Cyrl
        LA:
            hnj-Hmng lo
        LK:
            si
        LR:
            kpe vai
        LT:
            lt
        LU:
            lb
        LV:
            ltg lv
        MA:
            rif shi tzm zgh
        MG:
            mg
        MK:
            mk
        ML:
            bm khq ses
        MM:
            my rhg shn
        MN:
            mn
        MT:
            mt
        MU:
            mfe
        MV:
            dv
        MW:
            ny
        MY:
            ms
        MZ:
            mgh seh vmw
        NA:
            naq
        NE:
            dje twq
        NG:
            ann cch ha ig kaj kcg pcm yo
        NL:
            fy nl
        NO:
            nb nn no se
        NP:
            ne
        NZ:
            mi
        PE:
            qu
        PG:
            tpi
        PH:
            ceb fil
        PK:
            bal bgn pa-Arab sd skr tg-Arab trw ur
        PL:
            pl prg szl
        PY:
            gn
        RO:
            ro
        RS:
            sr
        RU:
            ba ce cu cv mdf myv ru sah tt tyv
        RW:
            rw
        SB:
            pis
        SE:
            sma smj sv
        SI:
            sl
        SK:
            sk
        SN:
            dyo ff wo
        SO:
            so
        SS:
            nus
        SY:
            apc
        TH:
            th
        TJ:
            tg
        TM:
            tk
        TO:
            to
        TR:
            ku ky-Latn tr
        TW:
            trv zh-Bopo zh-Hanb zh-Hant
        TZ:
            asa bez jmc kde ksb lag rof rwk sbp sw vun
        UA:
            uk yi
        UG:
            cgg lg nyn teo xog
        US:
            cad cho chr cic en haw hnj lkt mus nv osa
        UZ:
            kaa uz
        VA:
            la
        VN:
            blt vi
        ZA:
            af nr nso ss st tn ts ve xh zu
        ZM:
            bem
        ZW:
            nd sn
        """

    /// Old codes of languages.
    static let aliases = """
        aar=aa abk=ab adp=dz afr=af ajp=apc aka=ak alb=sq als=sq amh=am ara=ar arb=ar arg=an arm=hy asm=as
        aze=az azj=az bak=ba bam=bm baq=eu bcc=bal bel=be ben=bn bh=bho bih=bho bod=bo bos=bs bre=br bul=bg
        bur=my bxk=luy cat=ca ces=cs che=ce chi=zh chu=cu chv=cv cld=syr cls=sa cmn=zh cor=kw cos=co cym=cy
        cze=cs dan=da deu=de dgo=doi div=dv drh=mn dut=nl dzo=dz ekk=et ell=el eng=en epo=eo est=et eus=eu
        ewe=ee fao=fo fas=fa fat=ak fin=fi fra=fr fre=fr fry=fy fuc=ff ful=ff gaz=om geo=ka ger=de gla=gd gle=ga
        glg=gl glv=gv gom=kok gre=el grn=gn gug=gn guj=gu hat=ht hau=ha heb=he hin=hi hrv=hr hun=hu hye=hy
        ibo=ig ice=is ido=io iii=ii ike=iu iku=iu ile=ie in=id ina=ia ind=id isl=is ita=it iw=he jav=jv ji=yi
        jpn=ja jw=jv kal=kl kan=kn kas=ks kat=ka kaz=kk khk=mn khm=km kik=ki kin=rw kir=ky kmr=ku kor=ko kur=ku
        lao=lo lat=la lav=lv lin=ln lit=lt ltz=lb lub=lu lug=lg lvs=lv mac=mk mal=ml mao=mi mar=mr may=ms mkd=mk
        mlg=mg mlt=mt mo=ro mol=ro mon=mn mri=mi msa=ms mup=raj mya=my nav=nv nbl=nr nde=nd nep=ne nld=nl nno=nn
        nob=nb nor=no npi=ne nya=ny oci=oc ori=or orm=om ory=or oss=os pan=pa pbu=ps per=fa pes=fa plt=mg pol=pl
        por=pt prp=gu pus=ps que=qu quz=qu roh=rm ron=ro rum=ro run=rn rus=ru sag=sg san=sa scc=sr scr=hr sin=si
        slk=sk slo=sk slv=sl sme=se sna=sn snd=sd som=so sot=st spa=es spy=kln sqi=sq src=sc srd=sc srp=sr
        ssw=ss sun=su swa=sw swe=sv swh=sw tam=ta tat=tt tel=te tgk=tg tgl=fil tha=th tib=bo tir=ti tl=fil
        ton=to tsn=tn tso=ts tuk=tk tur=tr tw=ak twi=ak uig=ug ukr=uk urd=ur uzb=uz uzn=uz ven=ve vie=vi vol=vo
        wel=cy wln=wa wol=wo xho=xh xpe=kpe ydd=yi yid=yi yor=yo zha=za zho=zh zsm=ms zul=zu zyb=za
        """
}
