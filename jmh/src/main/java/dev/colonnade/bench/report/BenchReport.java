package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Measurements of one run of a workload, with the machine and the commit of the program. */
public record BenchReport(
    String workload, String commit, Machine machine, List<Measurement> results) {
  public BenchReport {
    requireNonNull(workload, "workload is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(machine, "machine is null");
    results = List.copyOf(results);
  }
}
