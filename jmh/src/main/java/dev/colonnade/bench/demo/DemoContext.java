package dev.colonnade.bench.demo;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.CheckList;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.TpchReference;
import dev.colonnade.client.ColonnadeClient;

/** Context of the steps of the demo. */
record DemoContext(
    Console console, ColonnadeClient client, TpchReference reference, CheckList checks) {
  DemoContext {
    requireNonNull(console, "console is null");
    requireNonNull(client, "client is null");
    requireNonNull(reference, "reference is null");
    requireNonNull(checks, "checks is null");
  }
}
