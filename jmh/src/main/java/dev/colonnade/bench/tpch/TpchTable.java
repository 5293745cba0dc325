package dev.colonnade.bench.tpch;

import java.util.Locale;

/** Tables of TPC-H, in the order of their sizes. */
public enum TpchTable {
  REGION,
  NATION,
  SUPPLIER,
  PART,
  PARTSUPP,
  CUSTOMER,
  ORDERS,
  LINEITEM;

  /** Returns the name of the table in the database. */
  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
