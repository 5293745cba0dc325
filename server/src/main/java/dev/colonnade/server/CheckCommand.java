package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.StoreCheck;
import dev.colonnade.engine.StoreReport;
import dev.colonnade.range.RangeStatistics;
import dev.colonnade.range.RangeVerification;
import dev.colonnade.range.RangeVerifier;
import dev.colonnade.store.rocks.RocksStoreConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Walks everything in a store and says whether it is sound. */
@Command(
    name = "check",
    header = "Check a store that no server has open.%n",
    description = {
      "%nReads everything in the store and compares: ranges without gap or overlap, their"
          + " statistics equal to what is counted, versions of every row in order. Says on"
          + " standard output what it found.%n",
      "Repairs nothing, and changes nothing but what any opening of a store changes: a log that"
          + " was left behind by a crash is replayed. A server that runs has to be stopped before."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The store is sound.",
      "1:Something in it is wrong; the report says what.",
      "2:The command line is wrong.",
      "11:The store is in use by another process.",
      "12:The store was written by a newer version.",
      "13:The store is damaged so much that it cannot be walked.",
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
  @SuppressWarnings("NullAway.Init") // by picocli, which refuses to go on without it
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
  @SuppressWarnings("UnusedVariable") // seeing it is enough for picocli
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Made by picocli. */
  public CheckCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    StoreReport report;
    try (CheckProgress progress = CheckProgress.onTerminal()) {
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
        "tables   %,d (catalogue version %,d)%n",
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
      out.println("The store is sound.");
      return;
    }
    problems.forEach(problem -> out.println("  " + problem));
    out.println();
    boolean isCut = problems.size() == RangeVerifier.PROBLEMS_MAX;
    out.println(
        "The store is NOT sound: %,d problem%s%s."
            .formatted(
                problems.size(),
                problems.size() == 1 ? "" : "s",
                isCut ? " are listed, there may be more" : ""));
  }
}
