package dev.colonnade.server.pg.session.result;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.server.pg.wire.BackendWriter;

/** Command tags of CommandComplete. */
public final class CommandTags {
  private static final byte[] SELECT = "SELECT ".getBytes(US_ASCII);
  private static final byte[] INSERT = "INSERT 0 ".getBytes(US_ASCII);

  private CommandTags() {}

  /**
   * Writes a CommandComplete.
   *
   * @param command keywords of the command
   * @param rowCount number of rows that were returned or changed
   */
  public static void write(BackendWriter out, String command, long rowCount) {
    switch (command) {
      case "SELECT" -> out.commandComplete(SELECT, rowCount);
      case "INSERT" -> out.commandComplete(INSERT, rowCount);
      case "UPDATE", "DELETE", "MERGE", "FETCH", "MOVE", "COPY" ->
          out.commandComplete((command + " ").getBytes(US_ASCII), rowCount);
      default -> out.commandComplete(command);
    }
  }
}
