package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.CliCommand;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A shell for SQL. */
@Command(
    name = "sql",
    header = "Talk to a server in SQL.%n",
    description = {
      "%nWithout -c and -f it reads statements from the terminal, with history and completion, or"
          + " from standard input. A statement ends with a semicolon; lines that begin with a"
          + " backslash are for the shell itself, \\? lists them.%n",
      "With -c, -f or a pipe the first statement that fails ends it."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All statements ran.",
      "1:A statement failed.",
      "2:The command line is wrong.",
      "3:No connection, or it was lost."
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

  private static final String SCHEME = "colonnade://";
  private static final String PASSWORD = "password";
  private static final String PASSWORD_VARIABLE = "COLONNADE_PASSWORD";
  private static final String PASSWORD_NEEDED = "28P01";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:colonnade://localhost:7420/colonnade",
      description =
          "Where to connect to (default: ${DEFAULT-VALUE}). The word jdbc: can be left out, and"
              + " then the database.")
  private String url = "";

  @Option(
      names = {"-U", "--user"},
      paramLabel = "NAME",
      description =
          "Who connects (default: colonnade). The password is asked for if the server does, or"
              + " stands in the environment: COLONNADE_PASSWORD.")
  private @Nullable String user;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "Run this and end; can be given again.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Run the statements of a file and end; can be given again.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "aligned",
      description = "How results are shown: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.ALIGNED;

  @Option(names = "--timing", description = "Show how long statements take.")
  private boolean showsTiming;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // seeing it is enough for picocli
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Made by picocli. */
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
      properties.setProperty(PASSWORD, password);
    }
    try (Connection connection = connect(properties)) {
      Display display = new Display(format, showsTiming);
      Shell shell = new Shell(connection, display, new Shell.Streams(out, err));
      int status = run(shell);
      out.flush();
      return connection.isClosed() && status != OK ? NOT_CONNECTED : status;
    } catch (SQLException refused) {
      err.println("colonnade: " + refused.getMessage());
      err.flush();
      return NOT_CONNECTED;
    }
  }

  /** The URL as the driver takes it: {@code bench} and others leave {@code jdbc:} out. */
  static String jdbcUrl(String url) {
    boolean isShort = url.startsWith(SCHEME);
    boolean hasDatabase = isShort && url.indexOf('/', SCHEME.length()) >= 0;
    return !isShort ? url : "jdbc:" + (hasDatabase ? url : url + "/colonnade");
  }

  /** Asks for a password only if the server does, and there is somebody to ask. */
  @SuppressWarnings("BadInstanceof") // it can be null where there is no terminal
  private Connection connect(Properties properties) throws SQLException {
    try {
      return DriverManager.getConnection(jdbcUrl(url), properties);
    } catch (SQLInvalidAuthorizationSpecException refused) {
      if (!PASSWORD_NEEDED.equals(refused.getSQLState())
          || properties.containsKey(PASSWORD)
          || !(System.console() instanceof Console console && console.isTerminal())) {
        throw refused;
      }
      char[] typed = console.readPassword("Password: ");
      if (typed == null) {
        throw refused;
      }
      properties.setProperty(PASSWORD, new String(typed));
      return DriverManager.getConnection(jdbcUrl(url), properties);
    }
  }

  @SuppressWarnings("BadInstanceof") // it can be null where there is no terminal
  private int run(Shell shell) throws IOException {
    for (String text : commands) {
      if (!shell.runAll(text)) {
        return STATEMENT_FAILED;
      }
    }
    for (Path file : files) {
      if (!shell.runAll(Files.readString(file))) {
        return STATEMENT_FAILED;
      }
    }
    if (!commands.isEmpty() || !files.isEmpty()) {
      return OK;
    }
    if (System.console() instanceof Console console && console.isTerminal()) {
      new Terminals(shell).run();
      return OK;
    }
    try (Reader in = new InputStreamReader(System.in, StandardCharsets.UTF_8)) {
      return shell.runAll(in) ? OK : STATEMENT_FAILED;
    }
  }
}
