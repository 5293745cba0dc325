package dev.colonnade.shell.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.shell.destination.ShellPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Editor of the user: PSQL_EDITOR, EDITOR or VISUAL, otherwise vi. */
final class ExternalEditor {
  private static final String[] VARIABLES = {"PSQL_EDITOR", "EDITOR", "VISUAL"};
  private static final String DEFAULT = "vi";

  private ExternalEditor() {}

  /**
   * Lets the user edit a text and returns the result.
   *
   * @param line number of the line at which the editor begins; empty for the first
   */
  static String edit(String text, String line) throws IOException {
    Path file = Files.createTempFile("colonnade.edit", ".sql");
    try {
      Files.writeString(file, text.isEmpty() || text.endsWith("\n") ? text : text + "\n", UTF_8);
      return edit(file, line);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Lets the user edit a file and returns its content. */
  static String edit(Path file, String line) throws IOException {
    String place = line.isEmpty() ? "" : "+" + line + " ";
    String quoted = "'" + file.toString().replace("'", "'\\''") + "'";
    String command = command();
    int status = ShellPrograms.await(ShellPrograms.program(command + " " + place + quoted).start());
    if (status != 0) {
      throw new IOException("the editor ended with exit status " + status + ": " + command);
    }
    return Files.readString(file, UTF_8);
  }

  private static String command() {
    for (String variable : VARIABLES) {
      String command = System.getenv(variable);
      if (command != null && !command.isBlank()) {
        return command;
      }
    }
    return DEFAULT;
  }
}
