package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.session.TransactionStatus;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.shell.variable.PromptFormat;
import java.io.Console;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Connection of the shell, which {@code \c} replaces. */
final class ShellConnection implements AutoCloseable {
  static final String PASSWORD = "password";
  private static final String PASSWORD_REQUIRED = "28P01";
  private static final String USER = "user";
  private static final String KEPT = "-";
  private static final int DEFAULT_PORT = 7420;

  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>jdbc:colonnade://)(?<servers>[^/?]*)/?(?<database>[^?]*)(?<rest>.*)");

  private final Properties properties;
  private Connection connection;
  private String url;
  private String database = "";
  private String user = "";
  private boolean isSuperuser;

  /** Opens the first connection. */
  ShellConnection(String url, Properties properties) throws SQLException {
    this.url = requireNonNull(url, "url is null");
    this.properties = requireNonNull(properties, "properties is null");
    this.connection = connect(url, properties);
    readIdentity();
  }

  Connection get() {
    return connection;
  }

  /** Returns the name of the current database. */
  String database() {
    return database;
  }

  WireTransactionState transaction() throws SQLException {
    return connection.isClosed()
        ? WireTransactionState.IDLE
        : connection.unwrap(TransactionStatus.class).transactionState();
  }

  /** Returns the state that prompts show. */
  PromptFormat.State promptState(char continuation) throws SQLException {
    Matcher parts = parts(url);
    String[] server = parts.group("servers").split(",", 2)[0].split(":", 2);
    int port = server.length > 1 ? Integer.parseInt(server[1]) : DEFAULT_PORT;
    boolean isOpen = !connection.isClosed();
    return new PromptFormat.State(
        server[0],
        port,
        database,
        user,
        isSuperuser,
        transaction(),
        isOpen || continuation != '=' ? continuation : '!');
  }

  private static Matcher parts(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("invalid URL: " + url);
    }
    return parts;
  }

  /**
   * Connects again and closes the previous connection; keeps it if that fails.
   *
   * @param arguments URL, or database, user, host and port; a missing one or {@code -} keeps its
   *     value
   */
  void reconnect(List<String> arguments) throws SQLException {
    String first = argument(arguments, 0);
    boolean isUrl = first != null && first.contains("://");
    String target = isUrl ? ServerUrl.jdbcUrl(requireNonNull(first)) : changedUrl(arguments);
    Properties changed = new Properties();
    changed.putAll(properties);
    String newUser = isUrl ? null : argument(arguments, 1);
    if (newUser != null) {
      changed.setProperty(USER, newUser);
    }
    boolean isSameLogin =
        (newUser == null || newUser.equals(properties.getProperty(USER)))
            && parts(target).group("servers").equals(parts(url).group("servers"));
    if (!isSameLogin) {
      changed.remove(PASSWORD);
    }
    Connection next = connect(target, changed);
    connection.close();
    connection = next;
    url = target;
    properties.clear();
    properties.putAll(changed);
    readIdentity();
  }

  private String changedUrl(List<String> arguments) {
    Matcher parts = parts(url);
    String newDatabase = argument(arguments, 0);
    String host = argument(arguments, 2);
    String port = argument(arguments, 3);
    String servers = parts.group("servers");
    if (host != null || port != null) {
      String[] before = servers.split(",", 2)[0].split(":", 2);
      String portBefore = before.length > 1 ? before[1] : String.valueOf(DEFAULT_PORT);
      servers = (host == null ? before[0] : host) + ":" + (port == null ? portBefore : port);
    }
    String rest = parts.group("rest");
    if (argument(arguments, 1) != null) {
      rest = rest.replaceAll("(?<=[?&])(user|password)=[^&]*&?", "").replaceAll("[?&]$", "");
    }
    String name =
        newDatabase == null
            ? parts.group("database")
            : URLEncoder.encode(newDatabase, StandardCharsets.UTF_8).replace("+", "%20");
    return parts.group("scheme") + servers + "/" + name + rest;
  }

  private static @Nullable String argument(List<String> arguments, int index) {
    boolean isGiven = index < arguments.size() && !arguments.get(index).equals(KEPT);
    return isGiven ? arguments.get(index) : null;
  }

  private void readIdentity() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT current_database(), current_user, current_setting('is_superuser')")) {
      row.next();
      database = row.getString(1);
      user = row.getString(2);
      isSuperuser = "on".equals(row.getString(3));
    }
  }

  /** Connects; prompts for a password only if the server requires one and there is a terminal. */
  @SuppressWarnings("BadInstanceof") // the console is null without a terminal
  private static Connection connect(String url, Properties properties) throws SQLException {
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLInvalidAuthorizationSpecException refused) {
      if (!PASSWORD_REQUIRED.equals(refused.getSQLState())
          || properties.containsKey(PASSWORD)
          || !(System.console() instanceof Console console && console.isTerminal())) {
        throw refused;
      }
      char[] typed = console.readPassword("Password: ");
      if (typed == null) {
        throw refused;
      }
      properties.setProperty(PASSWORD, new String(typed));
      return DriverManager.getConnection(url, properties);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
