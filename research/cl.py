"""Clitic cutter: word = proclitic string + stem (+ enclitic); EM over types."""
import sys,pickle,time
import numpy as np
from collections import Counter,defaultdict
from ev import load,clitic_f1
PRO={'he':[('ו',),('כש','לכש','ש','מש'),('ב','ל','מ','כ'),('ה',)],'ar':None}
def prostrings(L):
    if L=='he':
        out=set()
        for a in ('','ו'):
            for b in ('','ש','כש','לכש','מש'):
                for c in ('','ב','ל','מ','כ'):
                    for d in ('','ה'):
                        out.add(tuple(x for x in (a,b,c,d) if x))
        return out
    out=set()
    for a in ('','و','ف'):
        for c in ('','ب','ك','ل','س'):
            for d in ('','ال'):
                if c=='س' and d: continue
                if c=='ل' and d: continue
                out.add(tuple(x for x in (a,c,d) if x))
        out.add(tuple(x for x in (a,'لل') if x))
    return out
ENC={'he':[''],'ar':['','ه','ها','هم','هما','هن','ك','كم','نا','ني','ي','كما','كن']}
class CL:
    def __init__(s,L,minc=5,minstem=2,wt='types',alpha=1.,enc=None,maxlen=20,base='char',pro=None):
        s.L=L;s.minstem=minstem;s.alpha=alpha
        s.pro=sorted(pro or prostrings(L),key=lambda t:(len(t),t));s.ps=defaultdict(list)
        for t in s.pro: s.ps[''.join(t)].append(t)
        s.P=sorted(s.ps);s.E=ENC[L] if enc is None else enc
        tr=pickle.load(open(f'{L}_words_tr.pkl','rb'))
        s.cnt={w:n for w,n in tr.items() if n>=minc and len(w)<=maxlen}
        s.words=sorted(s.cnt)
        s.w=np.array([{'types':1.,'log':np.log(1+s.cnt[w]),'sqrt':s.cnt[w]**.5,'freq':float(s.cnt[w])}[wt] for w in s.words])
    def cands(s,w):
        out=[]
        for p in s.P:
            if not w.startswith(p): continue
            for e in s.E:
                if len(w)-len(p)-len(e)<(s.minstem if p or e else 1) or not w.endswith(e): continue
                out.append((p,e,w[len(p):len(w)-len(e)]))
        return out
    def em(s,iters=10):
        Pi={p:i for i,p in enumerate(s.P)};Ei={e:i for i,e in enumerate(s.E)};Si={}
        P,E,S,start=[],[],[],[0]
        for w in s.words:
            for p,e,st in s.cands(w):
                P.append(Pi[p]);E.append(Ei[e]);S.append(Si.setdefault(st,len(Si)))
            start.append(len(P))
        P,E,S,start=map(np.array,(P,E,S,start));seg=np.repeat(np.arange(len(s.words)),np.diff(start))
        n=len(P);W=s.w[seg];post=1/np.diff(start)[seg]
        # char base model from the vocabulary itself
        cc=Counter();tot=0
        for w in s.words:
            for ch in w: cc[ch]+=1
            cc['$']+=1;tot+=len(w)+1
        lc={c:np.log(v/tot) for c,v in cc.items()}
        s.lc=lc
        sl=list(Si);base=np.exp(np.array([sum(lc[c] for c in x)+lc['$'] for x in sl]))
        for it in range(iters):
            g=post*W
            cS=np.bincount(S,g,len(Si));cP=np.bincount(P,g,len(s.P))+.1;cE=np.bincount(E,g,len(s.E))+.1
            N=g.sum()
            sc=np.log(np.maximum(cS[S]-g,0)+s.alpha*1e0*base[S]*N/ N*1000)+np.log(cP/cP.sum())[P]+np.log(cE/cE.sum())[E]
            m=np.maximum.reduceat(sc,start[:-1]);post=np.exp(sc-m[seg]);t=np.bincount(seg,post);post/=t[seg]
        s.S={x:c for x,c in zip(sl,cS) if c>1e-3};s.lP=dict(zip(s.P,np.log(cP/cP.sum())));s.lE=dict(zip(s.E,np.log(cE/cE.sum())))
    def analyse(s,w,loo=0):
        best=None
        for p,e,st in s.cands(w):
            b=np.exp(sum(s.lc.get(c,-10) for c in st)+s.lc['$'])
            x=np.log(s.S.get(st,0)+s.alpha*b*1000)+s.lP[p]+s.lE[e]
            if best is None or x>best[0]: best=(x,p,e,st)
        return best
    def parts(s,p):
        return s.ps[p][-1] if p else ()
    def owner(s,w):
        a=s.analyse(w)
        if a is None: return [0]*len(w)
        o=[];k=0
        for x in s.parts(a[1]): o+= [k]*len(x);k+=1
        o+=[k]*len(a[3]);k+=1
        if a[2]: o+=[k]*len(a[2])
        return o
if __name__=='__main__':
    L=sys.argv[1];r,c=load(L)
    for kw in [dict(wt='types'),dict(wt='sqrt'),dict(wt='freq'),dict(wt='freq',alpha=10.),dict(wt='freq',enc=[''])]:
        t=time.time();m=CL(L,**kw);m.em()
        print(L,kw,{n:clitic_f1(g,m.owner) for n,g in c.items()},round(time.time()-t),flush=True)
