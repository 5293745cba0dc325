package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version and commit of this build, read from a resource that the build writes. */
final class BuildVersion implements IVersionProvider {
  /** Placeholder for the commit of a build that does not record it. */
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

  /** Returns the version number. */
  static String number() {
    return read("version");
  }

  /** Returns the commit that this was built from, or {@link #UNKNOWN}. */
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
