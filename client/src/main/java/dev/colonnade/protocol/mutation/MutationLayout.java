package dev.colonnade.protocol.mutation;

/**
 * Layout of the mutations of a {@code Write}, which is a sequence of them:
 *
 * <pre>
 *   0      1                        1 or 9
 *   +------+------------------------+---------------------+
 *   | head | expected timestamp i64 |  tuple              |
 *   | u8   | if the flag is set     |                     |
 *   +------+------------------------+---------------------+
 *
 *   head: bits 0 to 3 the {@link MutationKind} code, bit 7 {@link #FLAG_EXPECTED_TIMESTAMP}
 * </pre>
 *
 * The tuple of a DELETE contains the key columns in key order; every other tuple contains the
 * columns that the write lists, which include all key columns.
 *
 * <p>With an expected timestamp the write fails unless the newest version of the row has that
 * commit timestamp; {@link #EXPECTED_ABSENT} expects that no row exists (optimistic concurrency
 * control).
 */
public final class MutationLayout {
  public static final int HEAD_BYTES = 1;
  public static final int EXPECTED_TIMESTAMP_BYTES = 8;
  public static final int KIND_MASK = 0x0F;
  public static final int FLAG_EXPECTED_TIMESTAMP = 0x80;
  public static final long EXPECTED_ABSENT = 0;

  private MutationLayout() {}
}
