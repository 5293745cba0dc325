package dev.colonnade.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.concurrent.TimeUnit;

/** Lookup of the git commit that the program was built from. */
public final class GitCommit {
  /** Result without a repository or without git. */
  public static final String UNKNOWN = "unknown";

  private static final int GIT_SECONDS_MAX = 10;

  private GitCommit() {}

  /**
   * Returns the commit of the repository that contains the program's classes, with the suffix
   * {@code -dirty} if files of the work tree differ from it.
   */
  public static String current() {
    CodeSource source = GitCommit.class.getProtectionDomain().getCodeSource();
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

  /** Returns the commit of the repository that contains the folder. */
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
