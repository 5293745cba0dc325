package dev.colonnade.bench.tpch.query;

import java.util.List;

/** Indexes of those foreign keys of TPC-H that are not a prefix of a primary key. */
final class TpchIndexes {
  static final List<String> STATEMENTS =
      List.of(
          "create index if not exists n_rk on nation (n_regionkey)",
          "create index if not exists s_nk on supplier (s_nationkey)",
          "create index if not exists ps_sk on partsupp (ps_suppkey)",
          "create index if not exists c_nk on customer (c_nationkey)",
          "create index if not exists o_ck on orders (o_custkey)",
          "create index if not exists l_pk_sk on lineitem (l_partkey, l_suppkey)",
          "create index if not exists l_sk on lineitem (l_suppkey)");

  private TpchIndexes() {}
}
