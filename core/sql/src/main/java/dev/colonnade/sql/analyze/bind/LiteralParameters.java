package dev.colonnade.sql.analyze.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that stand for literals of a statement's text: the last ones.
 *
 * @param first index from 0 of the first of them
 * @param samples values that estimates of rows use; null where the estimate is that of any value
 */
public record LiteralParameters(int first, List<@Nullable Object> samples) {
  /** All parameters are those of the client. */
  public static final LiteralParameters NONE =
      new LiteralParameters(Integer.MAX_VALUE, Collections.emptyList());

  /** All parameters stand for literals. */
  public static final LiteralParameters ALL = new LiteralParameters(0, Collections.emptyList());

  public LiteralParameters(int first, List<@Nullable Object> samples) {
    this.first = first;
    this.samples = Collections.unmodifiableList(new ArrayList<>(samples));
  }

  /** Returns the sample of a parameter; null if there is none. */
  @Nullable Object sample(int index) {
    int literal = index - first;
    return literal < 0 || literal >= samples.size() ? null : samples.get(literal);
  }
}
