package dev.colonnade.server.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupOptions;
import dev.colonnade.backup.BackupReport;
import dev.colonnade.backup.BackupWriter;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.server.CliCommand;
import dev.colonnade.server.ExitStatus;
import dev.colonnade.shell.ServerUrl;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that writes a backup of a running server's store, or of a closed one. */
@Command(
    name = "backup",
    header = "Write a backup to a folder.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nBacks up the whole store of a running server, which continues to write meanwhile, or with"
          + " --store a store that no server has open. Files that an earlier backup in the folder"
          + " has are not copied again. The folder is one of the server's machine; it is created if"
          + " it does not exist.%n",
      "The same as the statement BACKUP TO 'DIR' (rate ..., keep ...)."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The backup is complete.",
      "1:The server refused the statement, or cannot be reached.",
      "2:The command line is wrong.",
      "11:The store, or the folder of backups, is in use.",
      "16:The disk is full.",
      "17:There is no store, or files cannot be read or written."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade backup --to /backups/shop",
      "  colonnade backup --to /backups/shop --keep 7 --rate 50000000",
      "  colonnade backup --store data --to /backups/shop",
    },
    sortOptions = false)
public final class BackupCommand implements CliCommand {
  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the option
  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the backups.")
  private Path to;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:colonnade://localhost:7420/colonnade",
      description = "URL of the server (default: ${DEFAULT-VALUE}).")
  private String url = "";

  @Option(
      names = {"-U", "--user"},
      paramLabel = "NAME",
      description =
          "User name. The password is read from the environment variable COLONNADE_PASSWORD.")
  private @Nullable String user;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder of a store that no server has open.")
  private @Nullable Path store;

  @Option(
      names = "--rate",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "Most bytes that are read in a second (default: no limit).")
  private long rate;

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "0",
      description = "Delete the oldest backups in the folder beyond this number (default: none).")
  private int keep;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Called by picocli. */
  public BackupCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    Path folder = to.toAbsolutePath().normalize();
    if (store != null) {
      print(offline(store, folder), folder, out);
      return ExitStatus.OK.number();
    }
    try {
      print(online(folder), folder, out);
      return ExitStatus.OK.number();
    } catch (SQLException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("colonnade: " + e.getMessage());
      err.flush();
      return ExitStatus.FAILURE.number();
    }
  }

  /** Description of a backup, which both ways print. */
  private record Summary(long number, long files, long bytes, long copiedFiles, long copiedBytes) {}

  private Summary offline(Path folder, Path backups) {
    try (RocksStore open = RocksStore.openExisting(folder, RocksStoreConfig.defaults())) {
      BackupReport report =
          new BackupWriter(
                  open, folder.resolve("checkpoint"), PhysicalClock.system(), NanoTicker.system())
              .write(backups, new BackupOptions(rate, keep), () -> {});
      return new Summary(
          report.manifest().number(),
          report.manifest().fileCount(),
          report.manifest().byteCount(),
          report.copiedFileCount(),
          report.copiedByteCount());
    }
  }

  private Summary online(Path backups) throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    String password = System.getenv("COLONNADE_PASSWORD");
    if (password != null) {
      properties.setProperty("password", password);
    }
    try (Connection connection = DriverManager.getConnection(ServerUrl.jdbcUrl(url), properties);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(statement(backups))) {
      result.next();
      return new Summary(
          result.getLong(1),
          result.getLong(2),
          result.getLong(3),
          result.getLong(4),
          result.getLong(5));
    }
  }

  private String statement(Path backups) {
    StringBuilder text = new StringBuilder("BACKUP TO '");
    text.append(backups.toString().replace("'", "''")).append('\'');
    String options =
        (rate > 0 ? "rate " + rate : "")
            + (rate > 0 && keep > 0 ? ", " : "")
            + (keep > 0 ? "keep " + keep : "");
    return options.isEmpty() ? text.toString() : text.append(" (" + options + ")").toString();
  }

  private static void print(Summary summary, Path folder, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "backup %d in %s: %,d files, %,d bytes; %,d files, %,d bytes copied%n",
        summary.number(),
        folder,
        summary.files(),
        summary.bytes(),
        summary.copiedFiles(),
        summary.copiedBytes());
    out.flush();
  }
}
