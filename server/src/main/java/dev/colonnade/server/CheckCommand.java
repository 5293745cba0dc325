package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.check.StoreReport;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that verifies the consistency of a closed store. */
@Command(
    name = "check",
    header = "Verify a store that no server has open.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nReads the whole store and verifies that the ranges have no gap or overlap, that their"
          + " statistics equal the actual counts, and that the versions of every row are in order."
          + " Prints a report to standard output.%n",
      "Repairs nothing, and changes only what opening a store always changes: the write-ahead log"
          + " of a crashed server is replayed. A running server has to be stopped first."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The store is consistent.",
      "1:The store is inconsistent; the report lists the problems.",
      "2:The command line is wrong.",
      "11:The store is in use by another process.",
      "12:The store was written by a newer version.",
      "13:The store is too damaged to be read.",
      "15:A permission is missing.",
      "17:There is no store, or it cannot be read."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade check --store data",
      "  colonnade check --store data && colonnade start --store data",
    },
    sortOptions = false)
public final class CheckCommand implements CliCommand {
  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the option
  @Option(
      names = "--store",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the store.")
  private Path store;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Called by picocli. */
  public CheckCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    StoreReport report;
    try (CheckProgressBar progress = CheckProgressBar.onTerminal()) {
      report = StoreCheck.run(store, RocksStoreConfig.defaults(), progress);
    }
    print(report, out);
    out.flush();
    return report.ranges().isClean() ? ExitStatus.OK.number() : ExitStatus.FAILURE.number();
  }

  private void print(StoreReport report, PrintWriter out) {
    RangeVerification ranges = report.ranges();
    RangeStatistics counted = ranges.counted();
    out.printf(
        Locale.ROOT,
        "store    %s (id %s, format %d)%n",
        store.toAbsolutePath().normalize(),
        report.identity().id(),
        report.identity().formatVersion());
    out.printf(
        Locale.ROOT,
        "tables   %,d (catalog version %,d)%n",
        report.tableCount(),
        report.catalogVersion());
    out.printf(Locale.ROOT, "ranges   %,d%n", ranges.rangeCount());
    out.printf(
        Locale.ROOT,
        "rows     %,d (%,d key-values, %,d bytes)%n",
        counted.liveRows(),
        counted.liveKeyValues(),
        counted.liveBytes());
    out.printf(
        Locale.ROOT,
        "history  %,d versions, %,d tombstones (%,d bytes)%n",
        counted.historyVersions(),
        counted.tombstones(),
        counted.historyBytes());
    out.println();
    printVerdict(ranges.problems(), out);
  }

  private static void printVerdict(List<String> problems, PrintWriter out) {
    if (problems.isEmpty()) {
      out.println("The store is consistent.");
      return;
    }
    problems.forEach(problem -> out.println("  " + problem));
    out.println();
    boolean isCut = problems.size() == RangeVerification.PROBLEMS_MAX;
    out.println(
        "The store is INCONSISTENT: %,d problem%s%s."
            .formatted(
                problems.size(),
                problems.size() == 1 ? "" : "s",
                isCut ? " are listed, there may be more" : ""));
  }
}
