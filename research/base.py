import pickle,sys,morfem
for L in ('he','ar','ms'):
    tr=pickle.load(open(f'{L}_words_tr.pkl','rb'));dv=pickle.load(open(f'{L}_words_dv.pkl','rb'))
    for V in (29000,30500,32768):
        t=morfem.train.bpe({' '+w:n for w,n in tr.items()},vocab_size=V,progress=False)
        ws=list(dv); k=[len(e.ids) for e in t.encode_batch([' '+w for w in ws])]
        print(L,V,round(sum(a*dv[w] for a,w in zip(k,ws))/sum(dv.values()),4),flush=True)
