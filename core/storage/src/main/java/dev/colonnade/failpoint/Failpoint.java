package dev.colonnade.failpoint;

/**
 * A named place in the code at which a test can interfere. The system property {@value #PROPERTY}
 * says where and how when the process starts:
 *
 * <pre>
 *   -Dcolonnade.failpoints=commit.after-write=halt@3,split.before-swap=throw
 * </pre>
 *
 * <p>{@code halt} ends the process on the spot with status {@value #HALT_STATUS}, as {@code kill
 * -9} would; {@code throw} fails with INTERNAL. {@code @n} means the n-th time that the place is
 * passed, 1 if it is left out; passing it is harmless before and after that. Without the property a
 * failpoint is nothing: the condition is a constant that the compiler removes.
 */
public enum Failpoint {
  /** A group of commits is built and about to be written. */
  COMMIT_BEFORE_WRITE("commit.before-write"),
  /** A group of commits is written, and no reader sees it yet. */
  COMMIT_AFTER_WRITE("commit.after-write"),
  /** A group of commits is written and its locks are free, and it is not on the disk yet. */
  COMMIT_BEFORE_SYNC("commit.before-sync"),
  /** A group of commits is visible, and no writer knows it yet. */
  COMMIT_AFTER_PUBLISH("commit.after-publish"),
  /** A span is being measured, and commits are followed meanwhile. */
  SPAN_AFTER_MARK("span.after-mark"),
  /** The new descriptors of a split are about to be written. */
  SPLIT_BEFORE_SWAP("split.before-swap"),
  /** The new descriptors of a split are written, and not used yet. */
  SPLIT_AFTER_SWAP("split.after-swap"),
  /** The new descriptor of a merge is about to be written. */
  MERGE_BEFORE_SWAP("merge.before-swap"),
  /** The new descriptor of a merge is written, and not used yet. */
  MERGE_AFTER_SWAP("merge.after-swap"),
  /** A span is about to be cleared. */
  CLEAR_BEFORE_WRITE("clear.before-write"),
  /** A step of garbage collection is about to be written. */
  COLLECT_BEFORE_WRITE("collect.before-write"),
  /** A new table has its ranges, and is not in the catalogue yet. */
  CATALOG_AFTER_CARVE("catalog.after-carve"),
  /** A change of the catalogue is about to be written. */
  CATALOG_BEFORE_WRITE("catalog.before-write"),
  /** A change of the catalogue is written and visible, and its caller does not know it yet. */
  CATALOG_AFTER_WRITE("catalog.after-write"),
  /** A new index is kept by writers, and has no entries of older rows yet. */
  INDEX_BEFORE_FILL("index.before-fill"),
  /** Some of the older rows have entries in a new index. */
  INDEX_AFTER_STEP("index.after-step"),
  /** A new index has all its entries, and is not used yet. */
  INDEX_AFTER_FILL("index.after-fill"),
  /** A reservation of values is about to be written. */
  SEQUENCE_BEFORE_RESERVE("sequence.before-reserve"),
  /** A reservation of values is written, and nobody has any of them yet. */
  SEQUENCE_AFTER_RESERVE("sequence.after-reserve"),
  /** A new sequence is about to be written. */
  SEQUENCE_BEFORE_CREATE("sequence.before-create"),
  /** A new sequence is written and visible, and its caller does not know it yet. */
  SEQUENCE_AFTER_CREATE("sequence.after-create"),
  /** A change of a sequence is about to be written. */
  SEQUENCE_BEFORE_ALTER("sequence.before-alter"),
  /** A change of a sequence is written and in force, and its caller does not know it yet. */
  SEQUENCE_AFTER_ALTER("sequence.after-alter"),
  /** The removal of a sequence is about to be written. */
  SEQUENCE_BEFORE_DROP("sequence.before-drop"),
  /** The removal of a sequence is written, and its caller does not know it yet. */
  SEQUENCE_AFTER_DROP("sequence.after-drop");

  /** The system property that arms failpoints. */
  public static final String PROPERTY = "colonnade.failpoints";

  /** The exit status of a process that a failpoint ended. */
  public static final int HALT_STATUS = 137;

  private final String id;

  Failpoint(String id) {
    this.id = id;
  }

  /** The name under which the place is armed. */
  public String id() {
    return id;
  }

  /** Interferes here, if armed. */
  public void pass() {
    if (Switch.ON) {
      Switch.ARMED.pass(this);
    }
  }

  /** Holds the constant that makes failpoints free. */
  private static final class Switch {
    static final ArmedFailpoints ARMED = ArmedFailpoints.parse(System.getProperty(PROPERTY, ""));
    static final boolean ON = !ARMED.isEmpty();
  }
}
