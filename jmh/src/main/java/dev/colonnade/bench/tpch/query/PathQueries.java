package dev.colonnade.bench.tpch.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Queries of {@code bench paths}: TPC-H, and predicates of many selectivities. */
final class PathQueries {
  /** Selectivities of ranges. */
  private static final List<Double> PARTS =
      List.of(1e-6, 1e-5, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0);

  private static final int PART_COUNT = 200_000;
  private static final int CUSTOMER_COUNT = 150_000;
  private static final int ORDER_KEY_MAX = 6_000_000;
  private static final int SHIP_DAYS = 2_525;
  private static final int ORDER_DAYS = 2_405;

  private PathQueries() {}

  /**
   * Returns all queries.
   *
   * @param scale factor of the numbers of rows
   */
  static List<TpchQuery> all(double scale) {
    List<TpchQuery> all = new ArrayList<>();
    for (int number = 1; number <= TpchQuery.COUNT; number++) {
      all.add(TpchQuery.number(number));
    }
    for (double part : PARTS) {
      addRanges(part, scale, all);
    }
    addPoints(all);
    return all;
  }

  private static void addRanges(double part, double scale, List<TpchQuery> all) {
    String name = String.format(Locale.ROOT, "%.6f", part).replaceAll("0+$", "");
    all.add(
        new TpchQuery(
            "l_partkey." + name,
            "select sum(l_quantity), count(*) from lineitem where l_partkey between 5000 and "
                + (5_000 + count(part, PART_COUNT * scale))));
    all.add(
        new TpchQuery(
            "l_orderkey." + name,
            "select sum(l_quantity), count(*) from lineitem where l_orderkey between 5000 and "
                + (5_000 + count(part, ORDER_KEY_MAX * scale))));
    all.add(
        new TpchQuery(
            "l_shipdate." + name,
            "select sum(l_quantity), count(*) from lineitem where l_shipdate between"
                + " date '1992-01-02' and date '1992-01-02' + "
                + count(part, SHIP_DAYS)));
    all.add(
        new TpchQuery(
            "o_orderdate." + name,
            "select sum(o_totalprice) from orders where o_orderdate between"
                + " date '1995-01-01' and date '1995-01-01' + "
                + count(part, ORDER_DAYS)));
    all.add(
        new TpchQuery(
            "o_custkey." + name,
            "select sum(o_totalprice), min(o_clerk) from orders where o_custkey between 5000 and "
                + (5_000 + count(part, CUSTOMER_COUNT * scale))));
  }

  private static long count(double part, double values) {
    return Math.round(part * values);
  }

  private static void addPoints(List<TpchQuery> all) {
    all.add(new TpchQuery("p_size", "select count(*), min(p_name) from part where p_size = 15"));
    all.add(
        new TpchQuery(
            "p_type", "select count(*), min(p_name) from part where p_type = 'PROMO PLATED TIN'"));
    all.add(
        new TpchQuery(
            "c_mktsegment", "select sum(c_acctbal) from customer where c_mktsegment = 'BUILDING'"));
    all.add(
        new TpchQuery("o_orderkey", "select sum(o_totalprice) from orders where o_orderkey = 7"));
    all.add(
        new TpchQuery(
            "l_suppkey", "select sum(l_quantity), count(*) from lineitem where l_suppkey = 77"));
    all.add(
        new TpchQuery(
            "l_suppkey.list",
            "select sum(l_quantity), count(*) from lineitem where l_suppkey in (7, 77, 99)"));
  }
}
