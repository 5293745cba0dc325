package dev.colonnade.bench.demo;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.CheckList;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.TpchTruth;
import dev.colonnade.client.ColonnadeClient;

/** What every part of the demo works with. */
record DemoContext(Console console, ColonnadeClient client, TpchTruth truth, CheckList checks) {
  DemoContext {
    requireNonNull(console, "console is null");
    requireNonNull(client, "client is null");
    requireNonNull(truth, "truth is null");
    requireNonNull(checks, "checks is null");
  }
}
