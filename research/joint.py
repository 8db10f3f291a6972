import sys; from units import *
import rp as rpm
L=sys.argv[1]
r,c=load(L);an,sc=pickle.load(open(f'{L}_an.pkl','rb'))
class _U(pickle.Unpickler):
    def find_class(s,m,n): return RP if n in('RP',) else (RS if n=='RS' else pickle.Unpickler.find_class(s,m,n))
mw=_U(open(f'{L}_rp1.pkl','rb')).load();ms=_U(open(f'{L}_rps.pkl','rb')).load()
def joint(w,mode):
    P,s,e=an.get(w,((),w,''));k=sum(map(len,P))
    aw=mw.analyse(w)
    if mode=='stem': 
        a=ms.analyse(s); return P,a and [k+i for i in a[3]]
    if aw is None:
        a=ms.analyse(s); return P,a and [k+i for i in a[3]]
    if mode=='whole': return P,list(aw[3])
    if aw[3][0]<k:
        # conflict
        if mode=='drop': return (),list(aw[3])
        a=ms.analyse(s)
        if a is None: return (),list(aw[3])
        return P,[k+i for i in a[3]]
    a=ms.analyse(s)
    if mode=='drop': return P,(a and [k+i for i in a[3]])
    return P,list(aw[3])
for mode in ('stem','whole','drop','wholeifok'):
    ok=sum(joint(w,mode)[1]==pos for w,pos,_ in r)/len(r)
    def owner(w):
        P,_=joint(w,mode); o=[];k=0
        for x in P: o+=[k]*len(x);k+=1
        return o+[k]*(len(w)-len(o))
    print(L,mode,round(ok,4),{n:clitic_f1(g,owner)['F1'] for n,g in c.items()} if mode in('stem','drop') else '',flush=True)
