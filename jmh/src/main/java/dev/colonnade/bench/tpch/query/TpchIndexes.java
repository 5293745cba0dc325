package dev.colonnade.bench.tpch.query;

import java.util.ArrayList;
import java.util.List;

/** Sets of indexes of the tables of TPC-H, beside their primary keys. */
public enum TpchIndexes {
  /** No index. */
  NONE(List.of()),

  /** Indexes of those foreign keys that are not a prefix of a primary key. */
  KEYS(
      List.of(
          "n_rk on nation (n_regionkey)",
          "s_nk on supplier (s_nationkey)",
          "ps_sk on partsupp (ps_suppkey)",
          "c_nk on customer (c_nationkey)",
          "o_ck on orders (o_custkey)",
          "l_pk_sk on lineitem (l_partkey, l_suppkey)",
          "l_sk on lineitem (l_suppkey)")),

  /** Indexes also of columns that queries filter by. */
  WIDE(
      List.of(
          "l_sd on lineitem (l_shipdate)",
          "l_rd on lineitem (l_receiptdate)",
          "o_od on orders (o_orderdate)",
          "p_sz on part (p_size)",
          "p_ty on part (p_type)",
          "c_ms on customer (c_mktsegment)"));

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final List<String> own;

  TpchIndexes(List<String> own) {
    this.own = own;
  }

  /** Returns the statements that create the indexes that do not exist. */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    for (TpchIndexes set : values()) {
      if (set.compareTo(this) <= 0) {
        set.own.forEach(index -> statements.add("create index if not exists " + index));
      }
    }
    return statements;
  }

  /** Returns the statements that drop the indexes of all sets that this one does not have. */
  List<String> drops() {
    List<String> statements = new ArrayList<>();
    for (TpchIndexes set : values()) {
      if (set.compareTo(this) > 0) {
        set.own.forEach(
            index ->
                statements.add("drop index if exists " + index.substring(0, index.indexOf(' '))));
      }
    }
    return statements;
  }
}
