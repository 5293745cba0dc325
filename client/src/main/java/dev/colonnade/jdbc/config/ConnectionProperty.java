package dev.colonnade.jdbc.config;

import java.util.Arrays;
import java.util.Optional;

/** The properties of a connection, as they stand in URLs and {@code Properties}. */
public enum ConnectionProperty {
  USER("user", "colonnade", "Who connects."),
  PASSWORD("password", "", "The password of the user."),
  SSL_MODE(
      "sslmode", "disable", "How it is encrypted: disable, require, verify-ca or verify-full."),
  SSL_ROOT_CERT(
      "sslrootcert", "", "File of PEM certificates that are trusted; empty for the JVM's own."),
  APPLICATION_NAME("applicationName", "Colonnade JDBC", "What the server shows as the client."),
  CONNECT_TIMEOUT("connectTimeout", "10", "Seconds for connecting to one server; 0 for no limit."),
  SOCKET_TIMEOUT(
      "socketTimeout", "0", "Seconds of silence after which a connection is lost; 0 for no limit."),
  FETCH_SIZE("defaultRowFetchSize", "0", "Rows of a page; 0 for as many as the server likes."),
  CREDIT_PAGES("creditPages", "4", "Pages of a result that may be on their way."),
  STATEMENT_CACHE(
      "statementCacheSize", "256", "Prepared statements that a connection remembers by text."),
  COMPRESSION("compression", "none", "How results are compressed: none, lz4 or zstd."),
  FEW_ROWS_AS_VALUES(
      "fewRowsAsValues", "true", "Whether short results may come as values instead of Arrow."),
  FRAME_BYTES_MAX("frameBytesMax", "16777216", "The longest frame that is taken, in bytes."),
  READ_ONLY("readOnly", "false", "Whether connections begin as read only."),
  CURRENT_SCHEMA("currentSchema", "", "The search path; empty for the server's own."),
  TIME_ZONE("timeZone", "", "The zone of the session; empty for the zone that the JVM is in."),
  OPTIONS("options", "", "Settings for the session, as name=value separated by semicolons.");

  private final String key;
  private final String standard;
  private final String description;

  ConnectionProperty(String key, String standard, String description) {
    this.key = key;
    this.standard = standard;
    this.description = description;
  }

  /** The name in URLs. */
  public String key() {
    return key;
  }

  /** What holds if it is not given. */
  public String standard() {
    return standard;
  }

  public String description() {
    return description;
  }

  /** The property of that name, if there is one. */
  public static Optional<ConnectionProperty> of(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }
}
