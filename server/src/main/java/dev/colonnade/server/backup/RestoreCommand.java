package dev.colonnade.server.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveRestore;
import dev.colonnade.archive.restore.RestoreSource;
import dev.colonnade.backup.BackupCheck;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupManifest;
import dev.colonnade.server.CliCommand;
import dev.colonnade.server.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that restores a store from a backup, or lists or checks the backups in a folder. */
@Command(
    name = "restore",
    header = "Restore a store from a backup.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nCopies the files of a backup to the folder of a new store, and compares each with its"
          + " checksum. With --archive, changes that were made after the backup are applied. With"
          + " --list or --check nothing is restored.%n"
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The store is restored, or the backups are complete.",
      "1:--check has found problems, which are listed.",
      "2:The command line is wrong.",
      "12:The backup was written by a newer version.",
      "13:The backup is damaged; or the archive is damaged, has a gap, or belongs to another"
          + " store.",
      "16:The disk is full.",
      "17:There is no such backup, or the folder of the store is not empty."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade restore --from /backups/shop --list",
      "  colonnade restore --from /backups/shop --store restored",
      "  colonnade restore --from /backups/shop --number 12 --store restored",
      "  colonnade restore --from /backups/shop --archive /archive/shop"
          + " --at 2026-01-31T12:00:00Z --store restored",
    },
    sortOptions = false)
public final class RestoreCommand implements CliCommand {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT);

  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the option
  @Option(
      names = "--from",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the backups.")
  private Path from;

  @SuppressWarnings("NullAway.Init") // set by picocli, which requires one of the group
  @ArgGroup(multiplicity = "1")
  private Action action;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "Folder of the archive, whose changes are applied to the backup.")
  private @Nullable Path archive;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Time of the last change that is applied, with a time zone: 2026-01-31T12:00:00Z. The"
              + " default is the end of the archive.")
  private @Nullable String at;

  @Option(
      names = "--number",
      paramLabel = "N",
      description = "Number of the backup (default: the newest, with --at the newest before).")
  private @Nullable Integer number;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Options that exclude each other. */
  static final class Action {
    @Option(
        names = "--store",
        paramLabel = "DIR",
        description = "Folder of the new store, which does not exist or is empty.")
    private @Nullable Path store;

    @Option(names = "--list", description = "List the backups.")
    private boolean isList;

    @Option(names = "--check", description = "Compare all files with their checksums.")
    private boolean isCheck;
  }

  /** Called by picocli. */
  public RestoreCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    BackupFolder folder = BackupFolder.existing(from);
    ExitStatus status = ExitStatus.OK;
    if (action.isList) {
      list(folder.backups(), out);
    } else if (action.isCheck) {
      status = check(folder, out);
    } else {
      restore(requireNonNull(action.store, "store is null"), out);
    }
    out.flush();
    return status.number();
  }

  private static void list(List<BackupManifest> backups, PrintWriter out) {
    for (BackupManifest backup : backups) {
      out.printf(
          Locale.ROOT,
          "%6d  %s  store %s  %,d files, %,d bytes%n",
          backup.number(),
          backup.createdAt(),
          backup.storeId(),
          backup.fileCount(),
          backup.byteCount());
    }
  }

  private static ExitStatus check(BackupFolder folder, PrintWriter out) {
    List<String> problems = BackupCheck.run(folder);
    problems.forEach(out::println);
    out.println(
        problems.isEmpty()
            ? "All backups are complete."
            : "%,d problem(s) were found.".formatted(problems.size()));
    return problems.isEmpty() ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  private void restore(Path store, PrintWriter out) {
    if (archive == null && at != null) {
      throw new ParameterException(
          requireNonNull(spec, "spec is null").commandLine(), "--at requires --archive DIR");
    }
    long target = at == null ? ArchiveRestore.LATEST : targetNanos(at);
    RestoreSource.Restored restored =
        new RestoreSource(from, number, archive, target)
            .restoreTo(store, UUID.randomUUID(), () -> {});
    BackupManifest backup = restored.backup();
    ArchiveRestore.Result result = restored.applied();
    String applied = "";
    if (result != null) {
      applied =
          "applied %,d groups of the archive, to the commit of %s%n"
              .formatted(result.groupCount(), ArchiveRestore.instant(result.lastTimestamp()));
      if (result.warning() != null) {
        applied += "warning: %s%n".formatted(result.warning());
      }
    }
    out.printf(
        Locale.ROOT,
        "restored backup %d of %s to %s: %,d files, %,d bytes%n",
        backup.number(),
        backup.createdAt(),
        store.toAbsolutePath().normalize(),
        backup.fileCount(),
        backup.byteCount());
    out.print(applied);
  }

  private long targetNanos(String text) {
    try {
      Instant time = OffsetDateTime.parse(text.strip().replace(' ', 'T'), TIME).toInstant();
      return Math.addExact(
          Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      throw new ParameterException(
          requireNonNull(spec, "spec is null").commandLine(),
          "--at requires a time with a time zone, such as 2026-01-31T12:00:00Z: " + text,
          e);
    }
  }
}
