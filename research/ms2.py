from ms import *
VOW=set('aeiou')
NEXT={'me':'lmnrwy','pe':'lmnrwyabcdefghijkopqstuvz','mem':'bpfv','pem':'bpfv','men':'cdjzts','pen':'cdjzts','meng':'ghkaeiouqx','peng':'ghkaeiouqx','be':'rkstplb','bel':'a','pel':'a'}
DROP={'mem':'p','pem':'p','men':'t','pen':'t','meny':'s','peny':'s','meng':'k','peng':'k','nye':''}
class M2(MS):
    def __init__(s,beta=.3,**kw):
        s.beta=beta;MS.__init__(s,**kw)
    def cands(s,w):
        out=[]
        for p in s.P:
            if not w.startswith(p): continue
            for e in s.E:
                n=len(w)-len(p)-len(e)
                if n<(s.minstem if p or e else 1) or not w.endswith(e): continue
                st=w[len(p):len(w)-len(e)] 
                if (p or e) and not VOW&set(st): continue
                if p:
                    last=s.ps[p][0][-1]
                    v=st[0] in VOW
                    if last in DROP and v and last!='nye':
                        out.append((p,e,DROP[last]+st))
                        if last in('meng','peng'): out.append((p,e,st))
                        continue
                    if last in('meny','peny'): continue
                    if last in NEXT and st[0] not in NEXT[last]: continue
                out.append((p,e,st))
        return out
    def em(s,iters=10):
        Pi={p:i for i,p in enumerate(s.P)};Ei={e:i for i,e in enumerate(s.E)};Si={}
        P,E,S,start=[],[],[],[0]
        for w in s.words:
            for p,e,st in s.cands(w):
                P.append(Pi[p]);E.append(Ei[e]);S.append(Si.setdefault(st,len(Si)))
            start.append(len(P))
        P,E,S,start=map(np.array,(P,E,S,start));seg=np.repeat(np.arange(len(s.words)),np.diff(start))
        W=s.w[seg];post=1/np.diff(start)[seg]
        cc=Counter();tot=0
        for w in s.words:
            for ch in w: cc[ch]+=1
            cc['$']+=1;tot+=len(w)+1
        s.lc={c:np.log(v/tot) for c,v in cc.items()};sl=list(Si);base=np.exp(np.array([sum(s.lc[c] for c in x)+s.lc['$'] for x in sl]))
        for it in range(iters):
            g=post*W
            cS=np.bincount(S,g,len(Si));cP=np.bincount(P,g,len(s.P))+.1;cE=np.bincount(E,g,len(s.E))+.1
            sc=np.log(np.maximum(cS[S]-g,0)+s.alpha*base[S]*1000)+s.beta*(np.log(cP/cP.sum())[P]+np.log(cE/cE.sum())[E])
            m=np.maximum.reduceat(sc,start[:-1]);post=np.exp(sc-m[seg]);t=np.bincount(seg,post);post/=t[seg]
        s.S={x:c for x,c in zip(sl,cS) if c>1e-3};s.lP=dict(zip(s.P,s.beta*np.log(cP/cP.sum())));s.lE=dict(zip(s.E,s.beta*np.log(cE/cE.sum())))
    def owner(s,w):
        a=s.analyse(w.lower())
        if a is None: return [0]*len(w)
        P=s.parts(a[1]);E=s.es[a[2]];o=[];k=0
        for x in P: o+=[k]*len(x);k+=1
        o+=[k]*(len(w)-len(a[1])-len(a[2]));k+=1
        for x in E: o+=[k]*len(x);k+=1
        return o
if __name__=='__main__':
    r,c=load('ms')
    for kw in [dict(beta=b,wt=t) for b in (.1,.3,.6) for t in('freq','sqrt','types')]:
        m=M2(**kw);m.em(iters=8);print(kw,clitic_f1(c['silver'],m.owner),flush=True)
