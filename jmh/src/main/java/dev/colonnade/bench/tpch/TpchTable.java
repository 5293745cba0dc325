package dev.colonnade.bench.tpch;

import java.util.Locale;

/** The tables of TPC-H, small ones first. */
public enum TpchTable {
  REGION,
  NATION,
  SUPPLIER,
  PART,
  PARTSUPP,
  CUSTOMER,
  ORDERS,
  LINEITEM;

  /** The name of the table in the database. */
  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
