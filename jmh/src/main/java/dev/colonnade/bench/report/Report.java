package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What one run of a workload found, where, and with which build. */
public record Report(String workload, String commit, Machine machine, List<Measurement> results) {
  public Report {
    requireNonNull(workload, "workload is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(machine, "machine is null");
    results = List.copyOf(results);
  }
}
