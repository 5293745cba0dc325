package dev.colonnade.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.concurrent.TimeUnit;

/** Finds the commit that this program was built from. */
public final class Commit {
  /** Said where there is no repository, or no git. */
  public static final String UNKNOWN = "unknown";

  private static final int GIT_SECONDS_MAX = 10;

  private Commit() {}

  /**
   * The commit of the repository that the program's classes lie in, with {@code -dirty} behind it
   * where files differ from it.
   */
  public static String current() {
    CodeSource source = Commit.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return UNKNOWN;
    }
    try {
      Path classes = Path.of(source.getLocation().toURI()).toAbsolutePath();
      Path folder = classes.getParent();
      return folder == null ? UNKNOWN : describe(folder);
    } catch (URISyntaxException e) {
      return UNKNOWN;
    }
  }

  /** The commit of the repository that holds this folder. */
  static String describe(Path folder) {
    ProcessBuilder git =
        new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = git.start();
      try (InputStream out = process.getInputStream()) {
        String text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        boolean ended = process.waitFor(GIT_SECONDS_MAX, TimeUnit.SECONDS);
        return ended && process.exitValue() == 0 && !text.isEmpty() ? text : UNKNOWN;
      }
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
