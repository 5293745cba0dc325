package dev.colonnade.bench.tpch.load;

import static dev.colonnade.bench.tpch.load.TpchColumn.bigint;
import static dev.colonnade.bench.tpch.load.TpchColumn.character;
import static dev.colonnade.bench.tpch.load.TpchColumn.date;
import static dev.colonnade.bench.tpch.load.TpchColumn.hundredths;
import static dev.colonnade.bench.tpch.load.TpchColumn.integer;
import static dev.colonnade.bench.tpch.load.TpchColumn.key;
import static dev.colonnade.bench.tpch.load.TpchColumn.varchar;

import dev.colonnade.bench.tpch.TpchTable;
import io.trino.tpch.Customer;
import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Nation;
import io.trino.tpch.NationGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.Part;
import io.trino.tpch.PartGenerator;
import io.trino.tpch.PartSupplier;
import io.trino.tpch.PartSupplierGenerator;
import io.trino.tpch.Region;
import io.trino.tpch.RegionGenerator;
import io.trino.tpch.Supplier;
import io.trino.tpch.SupplierGenerator;
import java.util.List;

/** Schema of the eight tables by section 1.4 of the TPC-H specification. */
final class TpchSchema {
  private TpchSchema() {}

  public static TpchTableSource<?> of(TpchTable table) {
    return switch (table) {
      case REGION -> region();
      case NATION -> nation();
      case SUPPLIER -> supplier();
      case PART -> part();
      case PARTSUPP -> partSupplier();
      case CUSTOMER -> customer();
      case ORDERS -> orders();
      case LINEITEM -> lineItem();
    };
  }

  private static TpchTableSource<Region> region() {
    return new TpchTableSource<>(
        "region",
        List.of("r_regionkey"),
        List.of(
            key("r_regionkey", Region::regionKey),
            character("r_name", 25, Region::name),
            varchar("r_comment", 152, Region::comment)),
        (factor, part, partCount) -> part == 1 ? new RegionGenerator() : List.of());
  }

  private static TpchTableSource<Nation> nation() {
    return new TpchTableSource<>(
        "nation",
        List.of("n_nationkey"),
        List.of(
            key("n_nationkey", Nation::nationKey),
            character("n_name", 25, Nation::name),
            key("n_regionkey", Nation::regionKey),
            varchar("n_comment", 152, Nation::comment)),
        (factor, part, partCount) -> part == 1 ? new NationGenerator() : List.of());
  }

  private static TpchTableSource<Supplier> supplier() {
    return new TpchTableSource<>(
        "supplier",
        List.of("s_suppkey"),
        List.of(
            key("s_suppkey", Supplier::supplierKey),
            character("s_name", 25, Supplier::name),
            varchar("s_address", 40, Supplier::address),
            key("s_nationkey", Supplier::nationKey),
            character("s_phone", 15, Supplier::phone),
            hundredths("s_acctbal", Supplier::accountBalanceInCents),
            varchar("s_comment", 101, Supplier::comment)),
        SupplierGenerator::new);
  }

  private static TpchTableSource<Part> part() {
    return new TpchTableSource<>(
        "part",
        List.of("p_partkey"),
        List.of(
            key("p_partkey", Part::partKey),
            varchar("p_name", 55, Part::name),
            character("p_mfgr", 25, Part::manufacturer),
            character("p_brand", 10, Part::brand),
            varchar("p_type", 25, Part::type),
            integer("p_size", Part::size),
            character("p_container", 10, Part::container),
            hundredths("p_retailprice", Part::retailPriceInCents),
            varchar("p_comment", 23, Part::comment)),
        PartGenerator::new);
  }

  private static TpchTableSource<PartSupplier> partSupplier() {
    return new TpchTableSource<>(
        "partsupp",
        List.of("ps_partkey", "ps_suppkey"),
        List.of(
            key("ps_partkey", PartSupplier::partKey),
            key("ps_suppkey", PartSupplier::supplierKey),
            integer("ps_availqty", PartSupplier::availableQuantity),
            hundredths("ps_supplycost", PartSupplier::supplyCostInCents),
            varchar("ps_comment", 199, PartSupplier::comment)),
        PartSupplierGenerator::new);
  }

  private static TpchTableSource<Customer> customer() {
    return new TpchTableSource<>(
        "customer",
        List.of("c_custkey"),
        List.of(
            key("c_custkey", Customer::customerKey),
            varchar("c_name", 25, Customer::name),
            varchar("c_address", 40, Customer::address),
            key("c_nationkey", Customer::nationKey),
            character("c_phone", 15, Customer::phone),
            hundredths("c_acctbal", Customer::accountBalanceInCents),
            character("c_mktsegment", 10, Customer::marketSegment),
            varchar("c_comment", 117, Customer::comment)),
        CustomerGenerator::new);
  }

  private static TpchTableSource<Order> orders() {
    return new TpchTableSource<>(
        "orders",
        List.of("o_orderkey"),
        List.of(
            bigint("o_orderkey", Order::orderKey),
            key("o_custkey", Order::customerKey),
            character("o_orderstatus", 1, order -> String.valueOf(order.orderStatus())),
            hundredths("o_totalprice", Order::totalPriceInCents),
            date("o_orderdate", Order::orderDate),
            character("o_orderpriority", 15, Order::orderPriority),
            character("o_clerk", 15, Order::clerk),
            integer("o_shippriority", Order::shipPriority),
            varchar("o_comment", 79, Order::comment)),
        OrderGenerator::new);
  }

  private static TpchTableSource<LineItem> lineItem() {
    return new TpchTableSource<>(
        "lineitem",
        List.of("l_orderkey", "l_linenumber"),
        List.of(
            bigint("l_orderkey", LineItem::orderKey),
            key("l_partkey", LineItem::partKey),
            key("l_suppkey", LineItem::supplierKey),
            integer("l_linenumber", LineItem::lineNumber),
            hundredths("l_quantity", line -> line.quantity() * 100),
            hundredths("l_extendedprice", LineItem::extendedPriceInCents),
            hundredths("l_discount", LineItem::discountPercent),
            hundredths("l_tax", LineItem::taxPercent),
            character("l_returnflag", 1, LineItem::returnFlag),
            character("l_linestatus", 1, LineItem::status),
            date("l_shipdate", LineItem::shipDate),
            date("l_commitdate", LineItem::commitDate),
            date("l_receiptdate", LineItem::receiptDate),
            character("l_shipinstruct", 25, LineItem::shipInstructions),
            character("l_shipmode", 10, LineItem::shipMode),
            varchar("l_comment", 44, LineItem::comment)),
        LineItemGenerator::new);
  }
}
