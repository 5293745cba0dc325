package dev.colonnade.shell;

/** URL of a server in the forms that commands accept. */
public final class ServerUrl {
  private static final String SCHEME = "colonnade://";

  private ServerUrl() {}

  /**
   * Returns the JDBC URL of a URL that can have the form of the other commands, without {@code
   * jdbc:}.
   */
  public static String jdbcUrl(String url) {
    boolean isShort = url.startsWith(SCHEME);
    boolean hasDatabase = isShort && url.indexOf('/', SCHEME.length()) >= 0;
    return !isShort ? url : "jdbc:" + (hasDatabase ? url : url + "/colonnade");
  }
}
