package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Says which build this is, by what the build left beside this class. */
final class BuildVersion implements IVersionProvider {
  /** Said where the build was not told its commit. */
  static final String UNKNOWN = "unknown";

  private static final String FILE = "build.properties";

  @Override
  public String[] getVersion() {
    String commit = commit();
    return new String[] {
      "colonnade " + number() + (commit.equals(UNKNOWN) ? "" : " (commit " + commit + ")"),
      "java " + Runtime.version()
    };
  }

  /** The version alone. */
  static String number() {
    return read("version");
  }

  /** The commit that this was built from, or {@link #UNKNOWN}. */
  static String commit() {
    return read("commit");
  }

  private static String read(String name) {
    Properties properties = new Properties();
    try (InputStream in =
        requireNonNull(BuildVersion.class.getResourceAsStream(FILE), "no file " + FILE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(name, UNKNOWN);
  }
}
