package dev.colonnade.sql.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.CodedTexts;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of test values over which a kernel is evaluated in every form: as one batch, as a selection
 * of another batch, row by row, as an empty batch, and with texts as codes.
 */
public final class KernelFixture {
  /** Rows of each coded text. */
  private static final int REPETITIONS = 3;

  private final List<VectorType> types;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private KernelFixture(List<VectorType> types) {
    this.types = types;
  }

  public static KernelFixture of(VectorType... types) {
    return new KernelFixture(List.of(types));
  }

  public static KernelFixture of(TypeKind... kinds) {
    return new KernelFixture(java.util.Arrays.stream(kinds).map(VectorType::of).toList());
  }

  /** Adds a row of values in their internal representation. */
  public KernelFixture row(@Nullable Object... values) {
    assertThat(values).hasSize(types.size());
    rows.add(values);
    return this;
  }

  /** Adds the pairs of all values. */
  public KernelFixture pairs(@Nullable Object... values) {
    for (Object left : values) {
      for (Object right : values) {
        row(left, right);
      }
    }
    return this;
  }

  public Expression column(int index) {
    return new ColumnReference(types.get(index), index);
  }

  public static Evaluation evaluation() {
    return evaluation(SubqueryExecutor.NONE);
  }

  public static Evaluation evaluation(SubqueryExecutor subqueries, @Nullable Object... parameters) {
    return new Evaluation(
        index -> parameters[index],
        StatementServices.NONE,
        Cancellation.withoutDeadline(),
        subqueries);
  }

  public static Literal literal(TypeKind kind, @Nullable Object value) {
    return new Literal(VectorType.of(kind), value);
  }

  /** Returns the rows as a batch. */
  public VectorBatch batch() {
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] held = new @Nullable Object[rows.size()];
      for (int row = 0; row < held.length; row++) {
        held[row] = rows.get(row)[i];
      }
      columns[i] = VectorBuilder.vectorOf(held, types.get(i));
    }
    return new VectorBatch(rows.size(), columns);
  }

  /** Asserts the values of all rows in every form of batches. */
  public void assertValues(
      Expression expression, Function<@Nullable Object[], @Nullable Object> reference) {
    assertValues(expression, reference, evaluation());
  }

  /** Variant of {@link #assertValues} in an execution. */
  public void assertValues(
      Expression expression,
      Function<@Nullable Object[], @Nullable Object> reference,
      Evaluation evaluation) {
    List<@Nullable Object> expected = new ArrayList<>();
    rows.forEach(row -> expected.add(reference.apply(row)));
    VectorBatch whole = batch();
    assertThat(values(expression, whole, evaluation)).as("whole batch").isEqualTo(expected);
    int[] odd = IntStream.range(0, rows.size()).filter(row -> row % 2 == 1).toArray();
    VectorBatch selected = whole.gather(odd, odd.length);
    List<@Nullable Object> expectedOdd = new ArrayList<>();
    for (int row : odd) {
      expectedOdd.add(expected.get(row));
    }
    assertThat(values(expression, selected, evaluation)).as("selection").isEqualTo(expectedOdd);
    for (int row = 0; row < rows.size(); row++) {
      VectorBatch one = whole.slice(row, row + 1);
      assertThat(values(expression, one, evaluation).getFirst())
          .as("row=%s", List.of(java.util.Arrays.toString(rows.get(row))))
          .isEqualTo(expected.get(row));
    }
    assertThat(values(expression, whole.gather(new int[0], 0), evaluation)).isEmpty();
    if (types.stream().anyMatch(type -> type.form() == VectorType.Form.TEXT)) {
      assertCodedValues(expression, expected, evaluation);
    }
  }

  /** Asserts the values of the rows, several times each, with texts that are coded. */
  private void assertCodedValues(
      Expression expression, List<@Nullable Object> expected, Evaluation evaluation) {
    int[] repeated = new int[REPETITIONS * rows.size()];
    List<@Nullable Object> repeatedValues = new ArrayList<>();
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = i / REPETITIONS;
      repeatedValues.add(expected.get(repeated[i]));
    }
    VectorBatch coded = CodedTexts.of(batch().gather(repeated, repeated.length));
    assertThat(values(expression, coded, evaluation)).as("coded").isEqualTo(repeatedValues);
    int[] reversed =
        IntStream.range(0, repeated.length).map(i -> repeated.length - 1 - i).toArray();
    VectorBatch gathered = coded.gather(reversed, reversed.length);
    assertThat(values(expression, gathered, evaluation))
        .as("selection of coded texts")
        .isEqualTo(repeatedValues.reversed());
  }

  /** Asserts that the evaluation of the rows fails, and of an empty batch does not. */
  public void assertFails(Expression expression, ErrorCode code) {
    Evaluation evaluation = evaluation();
    VectorBatch whole = batch();
    ColonnadeException thrown =
        catchThrowableOfType(
            ColonnadeException.class, () -> expression.evaluate(whole, evaluation));
    assertThat(thrown).isNotNull();
    assertThat(thrown.code()).isEqualTo(code);
    assertThat(values(expression, whole.gather(new int[0], 0), evaluation)).isEmpty();
  }

  /** Returns the values of an expression over a batch. */
  public static List<@Nullable Object> values(
      Expression expression, VectorBatch batch, Evaluation evaluation) {
    Vector vector = expression.evaluate(batch, evaluation);
    List<@Nullable Object> values = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      values.add(vector.held(row, expression.type()));
    }
    return values;
  }
}
