package dev.colonnade.jdbc.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.ClientKey;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.LoginConfig;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.client.page.Decompressor;
import dev.colonnade.client.trace.ClientTracer;
import dev.colonnade.client.trace.OpenTelemetryTracer;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.wire.SocketConnectionConfig;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.result.Compression;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * Settings of a connection, read from a URL and properties.
 *
 * @param servers addresses, tried in this order
 * @param database the database's name; empty for the server's default
 * @param values the values of the properties that are set
 */
public record ConnectionSettings(
    List<InetSocketAddress> servers, String database, Map<ConnectionProperty, String> values) {
  /** Prefix of the driver's URLs. */
  public static final String PREFIX = "jdbc:colonnade:";

  public static final int DEFAULT_PORT = 7420;

  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int PORT_MAX = 65_535;

  public ConnectionSettings {
    servers = List.copyOf(servers);
    requireNonNull(database, "database is null");
    values = Map.copyOf(values);
  }

  /** Returns whether a URL is one of this driver. */
  public static boolean accepts(String url) {
    return url.startsWith(PREFIX);
  }

  /**
   * Parses {@code jdbc:colonnade://host:port[,host:port]/database?name=value&...}. A value in the
   * URL has precedence over one in the properties. Properties of unknown names are ignored, while
   * the URL may not contain any.
   */
  public static ConnectionSettings parse(String url, Properties properties) throws SQLException {
    if (!accepts(url)) {
      throw SqlFailures.badArgument("not a URL of this driver: url=" + url);
    }
    Map<ConnectionProperty, String> values = new EnumMap<>(ConnectionProperty.class);
    for (String name : properties.stringPropertyNames()) {
      var property = ConnectionProperty.of(name);
      if (property.isPresent()) {
        values.put(property.get(), properties.getProperty(name));
      }
    }
    String rest = url.substring(PREFIX.length());
    int question = rest.indexOf('?');
    if (question >= 0) {
      readQuery(rest.substring(question + 1), values);
      rest = rest.substring(0, question);
    }
    if (!rest.startsWith("//")) {
      return new ConnectionSettings(List.of(address("localhost", url)), decoded(rest), values);
    }
    String authority = rest.substring(2);
    int slash = authority.indexOf('/');
    String database = slash < 0 ? "" : decoded(authority.substring(slash + 1));
    String hosts = slash < 0 ? authority : authority.substring(0, slash);
    List<InetSocketAddress> servers = new ArrayList<>();
    for (String host : (hosts.isEmpty() ? "localhost" : hosts).split(",", -1)) {
      servers.add(address(host, url));
    }
    return new ConnectionSettings(servers, database, values);
  }

  /** Returns the URL of the servers and the database, without properties. */
  public String url() {
    StringBuilder url = new StringBuilder(PREFIX).append("//");
    for (int i = 0; i < servers.size(); i++) {
      String host = servers.get(i).getHostString();
      url.append(i == 0 ? "" : ",")
          .append(host.indexOf(':') >= 0 ? "[" + host + "]" : host)
          .append(':')
          .append(servers.get(i).getPort());
    }
    return url.append('/').append(database).toString();
  }

  /** Returns the value of a property, or its default. */
  public String value(ConnectionProperty property) {
    return values.getOrDefault(property, property.defaultValue());
  }

  /**
   * Returns the value of a numeric property.
   *
   * @throws SQLException if it is not a number or less than {@code min}
   */
  public int intValue(ConnectionProperty property, int min) throws SQLException {
    String value = value(property).strip();
    try {
      int number = Integer.parseInt(value);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException notNumeric) {
      // reported below, like a number that is too small
    }
    throw SqlFailures.badArgument(
        "property must be a number of at least " + min + ": " + property.key() + "=" + value);
  }

  public boolean booleanValue(ConnectionProperty property) {
    return Boolean.parseBoolean(value(property).strip());
  }

  /** Returns the kind of server that the connection needs. */
  public TargetServer target() throws SQLException {
    String value = value(ConnectionProperty.TARGET).strip().toUpperCase(Locale.ROOT);
    for (TargetServer target : TargetServer.values()) {
      if (target.name().equals(value)) {
        return target;
      }
    }
    throw SqlFailures.badArgument(
        "target must be any, primary or replica: target=" + value(ConnectionProperty.TARGET));
  }

  /** Returns a copy with one of the servers. */
  public ConnectionSettings withServer(InetSocketAddress server) {
    return new ConnectionSettings(List.of(server), database, values);
  }

  public Compression compression() throws SQLException {
    return switch (value(ConnectionProperty.COMPRESSION).toLowerCase(Locale.ROOT)) {
      case "none" -> Compression.NONE;
      case "lz4" -> available(Compression.LZ4, Feature.LZ4);
      case "zstd" -> available(Compression.ZSTD, Feature.ZSTD);
      default ->
          throw SqlFailures.badArgument(
              "compression must be none, lz4 or zstd: compression="
                  + value(ConnectionProperty.COMPRESSION));
    };
  }

  /** Returns the configuration of the protocol connection. */
  public SocketConnectionConfig connectionConfig() throws SQLException {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    switch (compression()) {
      case NONE -> {} // no feature is required
      case LZ4 -> features.add(Feature.LZ4);
      case ZSTD -> features.add(Feature.ZSTD);
    }
    int frameBytesMax =
        intValue(ConnectionProperty.FRAME_BYTES_MAX, ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX);
    return new SocketConnectionConfig(
        servers,
        login(),
        features,
        ProtocolLimits.DEFAULTS.withFrameBytesMax(frameBytesMax),
        tracer(),
        millis(ConnectionProperty.CONNECT_TIMEOUT),
        millis(ConnectionProperty.SOCKET_TIMEOUT));
  }

  private ClientTracer tracer() throws SQLException {
    if (!booleanValue(ConnectionProperty.TRACING)) {
      return ClientTracer.NONE;
    }
    try {
      return OpenTelemetryTracer.global(database);
    } catch (NoClassDefFoundError missing) {
      throw SqlFailures.badArgument(
          "tracing=true requires OpenTelemetry's library opentelemetry-api on the class path");
    }
  }

  private LoginConfig login() throws SQLException {
    Hello.Identity identity =
        new Hello.Identity(
            value(ConnectionProperty.APPLICATION_NAME), database, value(ConnectionProperty.USER));
    return new LoginConfig(identity, value(ConnectionProperty.PASSWORD), encryption());
  }

  private Encryption encryption() throws SQLException {
    String mode = value(ConnectionProperty.SSL_MODE);
    Optional<Path> roots = file(ConnectionProperty.SSL_ROOT_CERT);
    Optional<Path> certificate = file(ConnectionProperty.SSL_CERT);
    Optional<Path> key = file(ConnectionProperty.SSL_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw SqlFailures.badArgument("sslcert and sslkey require each other");
    }
    for (Encryption.Mode known : Encryption.Mode.values()) {
      if (known.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(mode)) {
        return new Encryption(
            known, roots, certificate.map(path -> new ClientKey(path, key.orElseThrow())));
      }
    }
    throw SqlFailures.badArgument(
        "sslmode must be disable, require, verify-ca or verify-full: sslmode=" + mode);
  }

  private Optional<Path> file(ConnectionProperty property) throws SQLException {
    String path = value(property);
    return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
  }

  private int millis(ConnectionProperty property) throws SQLException {
    int seconds = intValue(property, 0);
    return (int) Math.min(Integer.MAX_VALUE, (long) seconds * MILLIS_PER_SECOND);
  }

  private static Compression available(Compression compression, Feature feature)
      throws SQLException {
    if (!Decompressor.available().contains(feature)) {
      throw SqlFailures.badArgument(
          "the library for this compression is not on the class path: compression=" + compression);
    }
    return compression;
  }

  private static void readQuery(String query, Map<ConnectionProperty, String> values)
      throws SQLException {
    for (String part : query.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      String value = equals < 0 ? "true" : decoded(part.substring(equals + 1));
      ConnectionProperty property =
          ConnectionProperty.of(name)
              .orElseThrow(() -> SqlFailures.badArgument("no such property: name=" + name));
      values.put(property, value);
    }
  }

  private static InetSocketAddress address(String text, String url) throws SQLException {
    int close = text.lastIndexOf(']');
    int colon = text.indexOf(':', Math.max(close, 0));
    String host = colon < 0 ? text : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      int port = colon < 0 ? DEFAULT_PORT : Integer.parseInt(text.substring(colon + 1));
      if (!host.isEmpty() && port > 0 && port <= PORT_MAX) {
        return InetSocketAddress.createUnresolved(host, port);
      }
    } catch (NumberFormatException notNumeric) {
      // reported below
    }
    throw SqlFailures.badArgument("not a host and port: server=" + text + " url=" + url);
  }

  private static String decoded(String text) throws SQLException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      throw SqlFailures.badArgument("URL is not percent-encoded correctly: part=" + text);
    }
  }
}
