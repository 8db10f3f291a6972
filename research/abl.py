import sys; from rp import *
L=sys.argv[1];r,c=load(L)
for name,kw,loo in [('nosplit',dict(pro=[''],enc=['']),True),('nosplit-noloo',None,False),('nosplit no4',dict(pro=[''],enc=[''],four=False),True),('nosplit allserv',dict(pro=[''],enc=[''],serv=None,minc=3),True)]:
    t=time.time()
    if kw is not None: m=RP(L,**kw);m.build()
    m.em(iters=8,loo=loo,quiet=True)
    a=residue(m,r);print(L,name,len(m.keep),len(m.R),a[:2],round(time.time()-t),flush=True)
    if name=='nosplit': pickle.dump(m,open(f'{L}_rp1.pkl','wb'))
