package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.CliCommand;
import dev.colonnade.shell.destination.ResultDestination;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.OutputFormat;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code colonnade sql}: the SQL shell. */
@Command(
    name = "sql",
    header = "Run SQL statements on a server.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nWithout -c and -f, statements are read from the terminal, with history and completion, or"
          + " from standard input. A statement ends with a semicolon; a line that begins with a"
          + " backslash is a command of the shell, \\? lists them.%n",
      "With -c, -f or a pipe, the shell exits at the first statement that fails."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All statements ran.",
      "1:A statement failed.",
      "2:The command line is wrong.",
      "3:The connection failed or was lost."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade sql",
      "  colonnade sql --url jdbc:colonnade://db1:7420,db2:7420/shop",
      "  colonnade sql -c 'SELECT count(*) FROM orders' --format csv",
      "  colonnade sql -f schema.sql && colonnade sql < load.sql",
    },
    sortOptions = false)
public final class SqlCommand implements CliCommand {
  static final int OK = 0;
  static final int STATEMENT_FAILED = 1;
  static final int NOT_CONNECTED = 3;

  static final String PASSWORD_VARIABLE = "COLONNADE_PASSWORD";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:colonnade://localhost:7420/colonnade",
      description =
          "The URL of the server (default: ${DEFAULT-VALUE}). The prefix jdbc: is optional; without"
              + " it, so is the database.")
  private String url = "";

  @Option(
      names = {"-U", "--user"},
      paramLabel = "NAME",
      description =
          "The user name (default: colonnade). The password is read from the environment variable"
              + " COLONNADE_PASSWORD, or from the terminal if the server requires one.")
  private @Nullable String user;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "Run these statements and exit; can be repeated.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Run the statements of a file and exit; can be repeated.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "aligned",
      description = "The output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.ALIGNED;

  @Option(
      names = {"-v", "--set"},
      paramLabel = "NAME=VALUE",
      description = "Set a variable of the shell, as \\set does; can be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--timing", description = "Show the execution time of statements.")
  private boolean showsTiming;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli requires only that it is declared
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Creates the command; picocli sets its options. */
  public SqlCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    properties.setProperty("applicationName", "colonnade sql");
    String password = System.getenv(PASSWORD_VARIABLE);
    if (password != null) {
      properties.setProperty(ShellConnection.PASSWORD, password);
    }
    try (ShellConnection connection = new ShellConnection(ServerUrl.jdbcUrl(url), properties)) {
      DisplaySettings display = new DisplaySettings(format, showsTiming);
      Shell shell = new Shell(connection, display, new Shell.Streams(out, err));
      settings.forEach(shell.variables()::set);
      int status;
      try (ResultDestination destination = shell.destination()) {
        status = run(shell);
        destination.out().flush();
      }
      out.flush();
      return connection.get().isClosed() && status != OK ? NOT_CONNECTED : status;
    } catch (SQLException refused) {
      err.println("colonnade: " + refused.getMessage());
      err.flush();
      return NOT_CONNECTED;
    }
  }

  @SuppressWarnings("BadInstanceof") // the console is null without a terminal
  private int run(Shell shell) throws IOException {
    for (String text : commands) {
      if (!shell.isDone() && !shell.runAll(new StringReader(text))) {
        return STATEMENT_FAILED;
      }
    }
    for (Path file : files) {
      try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        if (!shell.isDone() && !shell.runAll(in)) {
          return STATEMENT_FAILED;
        }
      }
    }
    if (!commands.isEmpty() || !files.isEmpty()) {
      return OK;
    }
    if (System.console() instanceof Console console && console.isTerminal()) {
      new InteractiveShell(shell).run();
      return OK;
    }
    try (Reader in = new InputStreamReader(System.in, StandardCharsets.UTF_8)) {
      return shell.runAll(in) ? OK : STATEMENT_FAILED;
    }
  }
}
