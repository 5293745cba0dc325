package dev.colonnade.jdbc.config;

import java.util.Arrays;
import java.util.Optional;

/** Property of a connection, given in the URL or in {@code Properties}. */
public enum ConnectionProperty {
  USER("user", "colonnade", "The user name."),
  PASSWORD("password", "", "The password of the user."),
  SSL_MODE(
      "sslmode",
      "disable",
      "Encryption of the connection: disable, require, verify-ca or verify-full."),
  SSL_ROOT_CERT(
      "sslrootcert", "", "File of trusted PEM certificates; empty for those that the JVM trusts."),
  SSL_CERT("sslcert", "", "PEM file of the client's certificate, if the server requires one."),
  SSL_KEY("sslkey", "", "PEM file of the key of sslcert, in PKCS 8 without a password."),
  APPLICATION_NAME("applicationName", "Colonnade JDBC", "The client name that the server shows."),
  CONNECT_TIMEOUT(
      "connectTimeout", "10", "Timeout of connecting to one server, in seconds; 0 for no limit."),
  SOCKET_TIMEOUT(
      "socketTimeout",
      "0",
      "Seconds without data from the server until a connection is lost; 0 for no limit."),
  FETCH_SIZE("defaultRowFetchSize", "0", "The most rows of a page; 0 if the server chooses."),
  CREDIT_PAGES("creditPages", "4", "The most pages of a result that the server sends ahead."),
  STATEMENT_CACHE(
      "statementCacheSize", "256", "The most prepared statements that a connection caches."),
  COMPRESSION("compression", "none", "Compression of results: none, lz4 or zstd."),
  FEW_ROWS_AS_VALUES(
      "fewRowsAsValues",
      "true",
      "Whether short results may be encoded as values instead of Arrow."),
  FRAME_BYTES_MAX(
      "frameBytesMax", "16777216", "The longest frame that the driver accepts, in bytes."),
  TARGET(
      "target",
      "any",
      "Which of several servers to use: any, primary (that accepts writes) or replica."),
  READ_ONLY("readOnly", "false", "Whether transactions are read only at first."),
  CURRENT_SCHEMA("currentSchema", "", "The search path; empty for the server's default."),
  TIME_ZONE("timeZone", "", "The time zone of the session; empty for the JVM's."),
  TRACING(
      "tracing",
      "false",
      "Whether requests are traced by the OpenTelemetry that the application has registered."),
  OPTIONS("options", "", "Settings for the session, as name=value separated by semicolons.");

  private final String key;
  private final String defaultValue;
  private final String description;

  ConnectionProperty(String key, String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** Returns the name in URLs. */
  public String key() {
    return key;
  }

  /** Returns the value of connections that do not set the property. */
  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  /** Returns the property of that name, if there is one. */
  public static Optional<ConnectionProperty> of(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }
}
