package dev.colonnade.engine;

import java.nio.file.Path;

/** Process that executes statements, in one of which a failpoint may halt it. */
final class RestoreVictim {
  /** Exit status after the statements, if no failpoint halted the process. */
  static final int SURVIVED_STATUS = 3;

  private RestoreVictim() {}

  /** Runs with the store's directory and the statements as arguments. */
  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    Session session = database.login("postgres", "colonnade");
    for (int i = 1; i < arguments.length; i++) {
      session.sql().execute(arguments[i]).close();
    }
    Runtime.getRuntime().halt(SURVIVED_STATUS);
  }
}
