"""Root-pattern induction by EM over word types. usage: rp.py LANG [opts]"""
import sys,pickle,itertools,time
import numpy as np
from collections import defaultdict,Counter
from ev import load,FIN
CFG={
 'he':dict(servile=set('אבהוילמנשתכ'),pro=['','ה','ו','ב','ל','מ','כ','ש','וה','וב','ול','ומ','וכ','וש','שה','שב','של','שמ','מה','כש','לכש','ושה','כשה','שכ','ומה','וכש','ושב','ושל','שמה','בכ'],enc=['']),
 'ar':dict(servile=set('سألتمونيهاءآإؤئةىفبكطد'),pro=['','ال','و','ف','ب','ل','ك','س','وال','فال','بال','كال','لل','ول','وب','فل','فب','وك','وس','فس','ولل','وبال','فلل','لي'[:1]+'ال'],enc=['','ه','ها','هم','هما','هن','ك','كم','نا','ني','ي','كما']),
}
HAM={'أ':'ء','إ':'ء','ؤ':'ء','ئ':'ء','آ':'ء'}
def norm(L,w):
    if L=='he': return w[:-1]+FIN.get(w[-1],w[-1]) if w[-1] in FIN else w
    return ''.join(HAM.get(c,c) for c in w)
class RP:
    def __init__(s,L,minc=10,maxlen=12,four=True,loo=True,iters=12,weight='types',alphaR=50.,alphaT=20.,pen4=-1.5,maxpat=6,serv=None,pro=None,enc=None,quiet=False):
        s.L=L;c=CFG[L];s.serv=serv or c['servile'];s.pro=sorted(set(c['pro'])) if pro is None else pro;s.enc=c['enc'] if enc is None else enc
        if L=='ar': s.serv={HAM.get(x,x) for x in s.serv}
        s.maxlen=maxlen;s.four=four;s.pen4=pen4;s.maxpat=maxpat;s.aR=alphaR;s.aT=alphaT
        tr=pickle.load(open(f'{L}_words_tr.pkl','rb'))
        cnt=Counter()
        for w,n in tr.items():
            if n>=minc: cnt[norm(L,w)]+=n
        s.cnt=cnt
        s.words=[w for w in sorted(cnt) if 4<=len(w)<=maxlen]
        s.Rid={};s.Tid={};s.Pid={p:i for i,p in enumerate(s.pro)};s.Sid={e:i for i,e in enumerate(s.enc)}
    def cands(s,w):
        """(proclitic, enclitic, root positions) of a word"""
        out=[];n=len(w)
        bad=[i for i,ch in enumerate(w) if ch not in s.serv]
        if len(bad)>4: return out
        for k in ((3,4) if s.four else (3,)):
            if len(bad)>k or n<k: continue
            badset=set(bad); free=[i for i in range(n) if i not in badset]
            for extra in itertools.combinations(free,k-len(bad)):
                pos=tuple(sorted(bad+list(extra)))
                first,last=pos[0],pos[-1]
                for p in s.pro:
                    if len(p)>first or not w.startswith(p): continue
                    for e in s.enc:
                        if n-len(e)<=last or (e and not w.endswith(e)): continue
                        if n-len(p)-len(e)<k: continue
                        out.append((p,e,pos))
        return out
    def pat(s,w,p,e,pos):
        t=['_' if i in pos else w[i] for i in range(len(p),len(w)-len(e))]
        return ''.join(t)
    def build(s):
        R,T,P,S,W,start=[],[],[],[],[],[0]
        keep=[]
        s.C=[]
        for w in s.words:
            cs=s.cands(w)
            if not cs: continue
            keep.append(w)
            for p,e,pos in cs:
                r=''.join(w[i] for i in pos); t=s.pat(w,p,e,pos)
                R.append(s.Rid.setdefault(r,len(s.Rid)));T.append(s.Tid.setdefault(t,len(s.Tid)))
                P.append(s.Pid[p]);S.append(s.Sid[e]);s.C.append(pos)
            start.append(len(R))
        s.keep=keep
        s.R,s.T,s.P,s.S=map(np.array,(R,T,P,S));s.start=np.array(start)
        s.seg=np.repeat(np.arange(len(keep)),np.diff(s.start))
        s.k=np.array([len(r) for r in s.Rid])[s.R]
        # letters
        al=sorted({c for r in s.Rid for c in r}); s.al={c:i for i,c in enumerate(al)}
    def em(s,iters=12,wts=None,loo=True,quiet=False):
        n=len(s.R);wts=np.ones(len(s.keep)) if wts is None else wts
        Rs=list(s.Rid);Ts=list(s.Tid)
        nR,nT=len(Rs),len(Ts)
        Rl=np.array([[s.al[c] for c in r]+[-1]*(4-len(r)) for r in Rs])
        Tlen=np.array([len(t)-t.count('_') for t in Ts])
        # init: letter log odds uniform; patterns shorter favoured equally
        post=np.ones(n); post*=np.where(s.k==4,.2,1)
        tot=np.bincount(s.seg,post); post/=tot[s.seg]
        W=wts[s.seg]
        base_lT=None
        for it in range(iters):
            g=post*W
            cR=np.bincount(s.R,g,nR);cT=np.bincount(s.T,g,nT);cP=np.bincount(s.P,g,len(s.pro))+.1;cS=np.bincount(s.S,g,len(s.enc))+.1
            # base root: letters independent
            lc=np.zeros(len(s.al)+1)
            for j in range(4): np.add.at(lc,Rl[:,j],cR*(Rl[:,j]>=0))
            lp=np.log((lc[:-1]+1)/(lc[:-1].sum()+len(s.al))); lp=np.append(lp,0)
            logbR=lp[Rl].sum(1)
            # base pattern: letters of pattern independent, geometric length
            tc=Counter()
            for t,c in zip(Ts,cT):
                if c>1e-3:
                    for ch in t:
                        if ch!='_': tc[ch]+=c
            tt=sum(tc.values())+1
            logbT=np.array([sum(np.log((tc.get(ch,0)+.5)/tt) for ch in t if ch!='_') for t in Ts]) - 1.5*Tlen*0 - 1.0
            N=g.sum()
            ownR=g if loo else 0; ownT=g if loo else 0
            sc=np.log(np.maximum(cR[s.R]-ownR,0)+s.aR*np.exp(logbR[s.R]))+np.log(np.maximum(cT[s.T]-ownT,0)+s.aT*np.exp(logbT[s.T]))
            sc+=np.log(cP[s.P]/cP.sum())+np.log(cS[s.S]/cS.sum())
            m=np.maximum.reduceat(sc,s.start[:-1]); post=np.exp(sc-m[s.seg]); tot=np.bincount(s.seg,post); post/=tot[s.seg]
            if not quiet: print(it,'ll',round(float((np.log(tot)+m).mean()),3),'roots>.5',int((cR>.5).sum()),'pats>.5',int((cT>.5).sum()),flush=True)
        s.cR,s.cT,s.cP,s.cS=cR,cT,cP,cS;s.lp=lp;s.tc=tc;s.tt=tt;s.post=post
        s.Rn={r:c for r,c in zip(Rs,cR) if c>1e-3};s.Tn={t:c for t,c in zip(Ts,cT) if c>1e-3}
        s.logP={p:float(np.log(cP[i]/cP.sum())) for p,i in s.Pid.items()};s.logS={p:float(np.log(cS[i]/cS.sum())) for p,i in s.Sid.items()}
    def score(s,w,p,e,pos):
        r=''.join(w[i] for i in pos);t=s.pat(w,p,e,pos)
        bR=np.exp(sum(s.lp[s.al[c]] if c in s.al else -8 for c in r))
        bT=np.exp(sum(np.log((s.tc.get(ch,0)+.5)/s.tt) for ch in t if ch!='_')-1.)
        return float(np.log(s.Rn.get(r,0)+s.aR*bR)+np.log(s.Tn.get(t,0)+s.aT*bT)+s.logP[p]+s.logS[e])
    def analyse(s,w,sumsplits=True):
        """best (score,p,e,pos); residue by sum over splits"""
        w=norm(s.L,w)
        best={}
        for p,e,pos in s.cands(w):
            x=s.score(w,p,e,pos)
            b=best.get(pos)
            if b is None: best[pos]=[x,x,p,e]
            else:
                b[0]=np.logaddexp(b[0],x)
                if x>b[1]: b[1:]=[x,p,e]
        if not best: return None
        pos=max(best,key=lambda q:(best[q][0],q)); b=best[pos]
        return b[0],b[2],b[3],pos
def residue(m,r):
    h=h3=n3=0;err=[]
    for w,pos,c in r:
        a=m.analyse(w); ok=a is not None and list(a[3])==pos
        h+=ok
        if len(pos)==3: n3+=1;h3+=ok
        if not ok: err.append((w,pos,a))
    return round(h/len(r),4),round(h3/n3,4),err
if __name__=='__main__':
    L=sys.argv[1];t0=time.time()
    m=RP(L);m.build();print(len(m.keep),'words',len(m.R),'cands',round(time.time()-t0,1),flush=True)
    m.em()
    r,c=load(L)
    a=residue(m,r);print('residue',a[:2],round(time.time()-t0,1))
    import random
    random.seed(1)
    for w,pos,x in random.sample(a[2],40): print(w,''.join(norm(L,w)[i] for i in pos),x and (round(x[0],1),x[1],x[2],''.join(norm(L,w)[i] for i in x[3])))
    pickle.dump(m,open(f'{L}_rp.pkl','wb'))
    print([ (t,round(c)) for t,c in sorted(m.Tn.items(),key=lambda x:-x[1])[:60]])
