package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.CliCommand;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that shows and changes the members of a cluster, through the server's SQL functions. */
@Command(
    name = "cluster",
    header = "Show or change the members of a cluster.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nConnects to a member. The actions other than status need the leader; another member"
          + " refuses them, with the name of the leader. The user has to be a superuser.%n",
      "A transfer closes the connections of the old leader."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Done.",
      "1:The server refused the action.",
      "2:The command line is wrong.",
      "3:The connection failed or was lost."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade cluster status --url colonnade://10.0.0.1:7420",
      "  colonnade cluster transfer b",
      "  colonnade cluster add d=10.0.0.4:7490",
      "  colonnade cluster remove c",
    },
    sortOptions = false)
public final class ClusterCommand implements CliCommand {
  /** Actions, with the function of each. */
  enum Action {
    STATUS("select cluster_status()", false),
    ADD("select cluster_add(?)", true),
    REMOVE("select cluster_remove(?)", true),
    TRANSFER("select cluster_transfer(?)", true);

    private final String statement;
    private final boolean needsMember;

    Action(String statement, boolean needsMember) {
      this.statement = statement;
      this.needsMember = needsMember;
    }
  }

  @SuppressWarnings("NullAway.Init") // set by picocli, which requires the parameter
  @Parameters(
      index = "0",
      paramLabel = "ACTION",
      description = "One of ${COMPLETION-CANDIDATES}, in lower case.")
  private Action action;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "MEMBER",
      description = "Name of a member; name=host:port of its peer port to add one.")
  private @Nullable String member;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:colonnade://localhost:7420/colonnade",
      description = "The URL of a member (default: ${DEFAULT-VALUE}).")
  private String url = "";

  @Option(
      names = {"-U", "--user"},
      paramLabel = "NAME",
      description =
          "The user name (default: colonnade). The password is read from the environment variable"
              + " COLONNADE_PASSWORD.")
  private @Nullable String user;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli requires only that it is declared
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Creates the command; picocli sets its options. */
  public ClusterCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (action.needsMember != (member != null)) {
      err.println(
          "colonnade: "
              + (action.needsMember ? "the name of a member is missing" : "unexpected: " + member));
      err.flush();
      return spec.exitCodeOnInvalidInput();
    }
    try (Connection connection =
        DriverManager.getConnection(ServerUrl.jdbcUrl(url), properties())) {
      return run(connection, out, err);
    } catch (SQLException refused) {
      err.println("colonnade: " + refused.getMessage());
      err.flush();
      return SqlCommand.NOT_CONNECTED;
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    String password = System.getenv(SqlCommand.PASSWORD_VARIABLE);
    if (password != null) {
      properties.setProperty(ShellConnection.PASSWORD, password);
    }
    properties.setProperty("applicationName", "colonnade cluster");
    return properties;
  }

  private int run(Connection connection, PrintWriter out, PrintWriter err) {
    try (PreparedStatement statement = connection.prepareStatement(action.statement)) {
      if (member != null) {
        statement.setString(1, member);
      }
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        out.println(action == Action.STATUS ? result.getString(1) : "done");
        out.flush();
        return SqlCommand.OK;
      }
    } catch (SQLException failure) {
      err.println("colonnade: " + failure.getMessage());
      err.flush();
      return SqlCommand.STATEMENT_FAILED;
    }
  }
}
