package dev.colonnade.server.pg;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.context.SessionRoles;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Factory of SQL sessions from the parameters of startup messages. */
final class SqlSessionFactory {
  /** Startup parameters that are not settings. */
  private static final Set<String> NO_SETTINGS =
      Set.of("user", "database", "options", "replication");

  /** {@code -c name=value} or {@code --name=value}; a backslash escapes a blank. */
  private static final Pattern OPTION =
      Pattern.compile("\\G\\s*(?:-c\\s*|--)([A-Za-z_.][\\w.-]*)=((?:\\\\.|[^\\s\\\\])*)\\s*");

  private SqlSessionFactory() {}

  /** Opens a session with the settings that the client requests. */
  static SqlSession open(Database database, Map<String, String> parameters) {
    String user = parameters.getOrDefault("user", "");
    String name = parameters.getOrDefault("database", user);
    SqlSession session = database.login(user, name).sql();
    SessionSettings settings = session.settings();
    Map<String, String> requested = new LinkedHashMap<>();
    options(requested, parameters.getOrDefault("options", ""));
    parameters.forEach(
        (parameter, value) -> {
          if (!NO_SETTINGS.contains(parameter) && !parameter.startsWith("_pq_.")) {
            requested.put(parameter, value);
          }
        });
    requested.forEach((setting, value) -> set(settings, setting, value));
    String role = requested.get(SessionSettings.ROLE);
    if (role != null) {
      new SessionRoles(database.catalog().snapshot(), settings).setInitialRole(role);
    }
    return session;
  }

  private static void options(Map<String, String> requested, String options) {
    Matcher matcher = OPTION.matcher(options);
    int end = 0;
    while (matcher.find()) {
      String value = matcher.group(2).replaceAll("\\\\(.)", "$1");
      requested.put(matcher.group(1).replace('-', '_'), value);
      end = matcher.end();
    }
    if (!options.substring(end).isBlank()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "invalid command-line argument for server process: " + options.substring(end).strip());
    }
  }

  private static void set(SessionSettings settings, String name, String value) {
    if (!SessionRoles.define(name)) {
      boolean isEncoding = name.toLowerCase(Locale.ROOT).equals("client_encoding");
      settings.setInitial(name, isEncoding ? value.replace("'", "") : value);
    } else if (!name.equals(SessionSettings.ROLE)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "parameter \"%s\" cannot be set now".formatted(name));
    }
  }
}
