from units3 import *
class _U(pickle.Unpickler):
    def find_class(s,m,n): return RP if n=='RP' else (RS if n=='RS' else pickle.Unpickler.find_class(s,m,n))
def prepare(l):
    "joint analysis: whole-word root eats the proclitic -> no proclitic (used only where the stem is not in S)"
    L=l.L;p=f'{L}_joint.pkl'
    import os
    if os.path.exists(p): l.joint=pickle.load(open(p,'rb'));return
    mw=_U(open(f'{L}_rp1.pkl','rb')).load()
    l.joint={}
    for w in list(l.an)+list(l.an2):
        P,st,E=l.get(w);k=sum(map(len,P))
        if (P or E) and 4<=len(w)<=12:
            a=mw.analyse(w)
            if a and (a[3][0]<k or (E and a[3][-1]>=len(w)-len(E))):
                n=norm(L,w) if L=='he' else w;pos=a[3]
                l.joint[w]=(''.join(n[i] for i in pos),''.join('_' if i in pos else n[i] for i in range(len(n))),pos,a[0])
    pickle.dump(l.joint,open(p,'wb'),4);print('joint',len(l.joint))
class V4(V3):
    def enc(v,w):
        if w in v.cache: return v.cache[w]
        j=v.l.joint.get(w)
        if j and w not in v.W and w not in v.S and v.l.get(w)[1] not in v.S and j[0] in v.R and (j[1] in v.T or ((),j[1],'') in v.PT or v.outer(j[1])):
            o=[1]*len(w)
            for i in j[2]: o[i]=0
            r=(o,2 if '_'*len(j[2])!=j[1] else 1,'J');v.cache[w]=r;return r
        return V3.enc(v,w)
    def outer(v,pat):
        if not hasattr(v,'_o'): v._o={''.join(P)+t+E for P,t,E in v.PT}
        return pat in v._o
if __name__=='__main__':
    L=sys.argv[1];l=Lang(L);prepare(l)
    base=dict(K=20000,R=3500,T=1500,B=2500,PT=2500)
    for kw in map(eval,sys.argv[2:]):
        q={**base,**kw};t=time.time();v=V4(l,**q);v.report(str(q));v.fp();print(round(time.time()-t),flush=True)
