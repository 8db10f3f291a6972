import pickle
from ev import *
for L in ('he','ar','ms'):
    tr=pickle.load(open(f'{L}_words_tr.pkl','rb')); dv=pickle.load(open(f'{L}_words_dv.pkl','rb'))
    rank={w:i for i,(w,_) in enumerate(tr.most_common())}
    r,c=load(L); tot=sum(dv.values())
    for N in (2000,4000,6000,8000,10000,12000,16000,20000,30000):
        inn=lambda w:rank.get(w,10**9)<N
        print(L,N,'dev cover',round(sum(n for w,n in dv.items() if inn(w))/tot,3),
          'gold words in',[round(sum(inn(w) for w in g)/len(g),3) for g in c.values()],
          'gold cuts out',[round(sum(len(a[0]) for w,a in g.items() if not inn(w))/sum(len(a[0]) for a in g.values()),3) for g in c.values()],
          'root words out', r and round(sum(not inn(w) for w,_,_ in r)/len(r),3))
