package dev.colonnade.bench.demo;

import dev.colonnade.bench.harness.MeasuredScan;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Time-travel step of the demo: updates the balance of every supplier, reads the earlier state by
 * its timestamp, and restores the balances.
 */
final class DemoTimeTravel {
  private static final long RAISE_CENTS = 10_000;

  private final DemoContext context;
  private final ClientTable supplier;

  DemoTimeTravel(DemoContext context) {
    this.context = context;
    this.supplier = context.client().table(TpchTable.SUPPLIER.tableName());
  }

  /**
   * Runs the step.
   *
   * @param loadTimestamp timestamp of the end of the load, before any update
   */
  void show(long loadTimestamp) {
    Map<Integer, Long> balances = balances();
    write(balances, RAISE_CENTS);
    long raised = sum(supplier.newScan());
    long past = sum(supplier.newScan().asOf(loadTimestamp));
    write(balances, 0);
    long restored = sum(supplier.newScan());

    context
        .console()
        .table(
            new TextTable()
                .text("supplier")
                .number("sum(s_acctbal)")
                .row("every balance raised by 100.00", ReadableNumbers.cents(raised))
                .row("the same scan, as of the load", ReadableNumbers.cents(past))
                .row("all balances restored", ReadableNumbers.cents(restored)));
    check(raised, past, restored);
  }

  private void check(long raised, long past, long restored) {
    long reference = context.reference().supplierBalanceCents();
    long rowCount = context.reference().rowCounts().getOrDefault(TpchTable.SUPPLIER, 0L);
    checkSum("sum(s_acctbal), raised", reference + rowCount * RAISE_CENTS, raised);
    checkSum("sum(s_acctbal), as of the load", reference, past);
    checkSum("sum(s_acctbal), restored", reference, restored);
  }

  private void checkSum(String name, long expectedCents, long actualCents) {
    context
        .checks()
        .equal(name, ReadableNumbers.cents(expectedCents), ReadableNumbers.cents(actualCents));
  }

  private Map<Integer, Long> balances() {
    Map<Integer, Long> balances = new LinkedHashMap<>();
    MeasuredScan.run(
        context.client(),
        supplier.newScan().columns("s_suppkey", "s_acctbal"),
        page -> {
          RowCursor rows = page.rows();
          while (rows.next()) {
            balances.put(rows.intAt(0), rows.unscaledLowAt(1));
          }
        });
    return balances;
  }

  private void write(Map<Integer, Long> balances, long raiseCents) {
    try (WriteBatch batch = supplier.newBatch("s_suppkey", "s_acctbal")) {
      balances.forEach(
          (key, cents) -> batch.update().putInt(key).putUnscaled(cents + raiseCents).end());
      context.client().write(batch);
    }
  }

  private long sum(ScanBuilder scan) {
    long[] cents = new long[1];
    MeasuredScan.run(
        context.client(),
        scan.columns("s_acctbal"),
        page -> {
          RowCursor rows = page.rows();
          while (rows.next()) {
            cents[0] += rows.unscaledLowAt(0);
          }
        });
    return cents[0];
  }
}
