package dev.colonnade.progress;

/** Phase of a command, by PostgreSQL's name. */
public enum ProgressPhase {
  INITIALIZING("initializing"),
  ACQUIRING_SAMPLE("acquiring sample rows"),
  COMPUTING_STATISTICS("computing statistics"),
  WAITING_FOR_CHECKPOINT("waiting for checkpoint to finish"),
  ESTIMATING_SIZE("estimating backup size"),
  STREAMING_FILES("streaming database files"),
  WAITING_FOR_WRITERS("waiting for writers before build"),
  SCANNING_TABLE("building index: scanning table"),
  LOADING_ENTRIES("building index: loading tuples in tree");

  private final String label;

  ProgressPhase(String label) {
    this.label = label;
  }

  /** Returns the name in the views. */
  public String label() {
    return label;
  }
}
