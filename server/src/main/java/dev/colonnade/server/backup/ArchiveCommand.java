package dev.colonnade.server.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveCheck;
import dev.colonnade.archive.ArchiveFolder;
import dev.colonnade.backup.ArchivePosition;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.server.CliCommand;
import dev.colonnade.server.ExitStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that lists, checks and prunes the archive of a store. */
@Command(
    name = "archive",
    header = "List, check or prune the archive of a store.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nA server with the setting archive.directory writes all changes to that folder, so that"
          + " 'restore --archive DIR --at TIME' can apply them to a backup. The command may run"
          + " while the server does.%n"
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Done.",
      "1:--check has found problems, which are listed.",
      "2:The command line is wrong.",
      "13:A segment is damaged.",
      "17:There is no such folder, or files cannot be read or deleted."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade archive --dir /archive/shop --list",
      "  colonnade archive --dir /archive/shop --check",
      "  colonnade archive --dir /archive/shop --prune /backups/shop",
    },
    sortOptions = false)
public final class ArchiveCommand implements CliCommand {
  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the option
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the archive.")
  private Path folder;

  @SuppressWarnings("NullAway.Init") // set by picocli, which requires one of the group
  @ArgGroup(multiplicity = "1")
  private Action action;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Options that exclude each other. */
  static final class Action {
    @Option(names = "--list", description = "List the segments.")
    private boolean isList;

    @Option(
        names = "--check",
        description = "Read everything from the oldest segment on, and report damage and gaps.")
    private boolean isCheck;

    @Option(
        names = "--prune",
        paramLabel = "BACKUPS",
        description = "Delete what is older than the oldest backup in this folder.")
    private @Nullable Path backups;
  }

  /** Called by picocli. */
  public ArchiveCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    ArchiveFolder archive = ArchiveFolder.existing(folder);
    ExitStatus status = ExitStatus.OK;
    if (action.isList) {
      list(archive, out);
    } else if (action.isCheck) {
      List<String> problems = ArchiveCheck.run(archive);
      problems.forEach(out::println);
      out.println(
          problems.isEmpty()
              ? "The archive is complete."
              : "%,d problem(s) were found.".formatted(problems.size()));
      status = problems.isEmpty() ? ExitStatus.OK : ExitStatus.FAILURE;
    } else {
      prune(archive, requireNonNull(action.backups, "backups is null"), out);
    }
    out.flush();
    return status.number();
  }

  private static void list(ArchiveFolder archive, PrintWriter out) {
    for (ArchiveFolder.Description segment : archive.describe()) {
      out.printf(
          Locale.ROOT,
          "%s  %s  store %s  from group %,d  %,d bytes%n",
          segment.name(),
          segment.createdAt(),
          segment.storeId(),
          segment.firstNumber(),
          segment.byteCount());
    }
  }

  private static void prune(ArchiveFolder archive, Path backups, PrintWriter out) {
    List<ArchiveFolder.Description> segments = archive.describe();
    OptionalLong oldest =
        BackupFolder.existing(backups).backups().stream()
            .map(backup -> backup.archive())
            .filter(Objects::nonNull)
            .filter(
                position ->
                    !segments.isEmpty() && position.storeId().equals(segments.getFirst().storeId()))
            .mapToLong(ArchivePosition::number)
            .min();
    int deleted = oldest.isPresent() ? archive.prune(oldest.getAsLong()) : 0;
    out.println(
        oldest.isPresent()
            ? "%,d file(s) deleted, which are older than group %,d of the oldest backup."
                .formatted(deleted, oldest.getAsLong())
            : "Nothing was deleted: no backup in the folder belongs to this archive.");
  }
}
