package dev.colonnade.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.history.ListTransaction.Append;
import dev.colonnade.bench.history.ListTransaction.Operation;
import dev.colonnade.bench.history.ListTransaction.Outcome;
import dev.colonnade.bench.history.ListTransaction.Read;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of {@link ListHistory}: anomalies are found, and only they. */
final class ListHistoryTest {
  private static final int X = 1;
  private static final int Y = 2;

  private static ListTransaction at(long begin, long end, Operation... operations) {
    return new ListTransaction(Outcome.COMMITTED, begin, end, List.of(operations));
  }

  private static Read read(int key, Integer... values) {
    return new Read(key, List.of(values));
  }

  private static List<String> problems(ListTransaction... transactions) {
    return ListHistory.problems(List.of(transactions));
  }

  @Test
  void shouldAcceptASerialHistory() {
    assertThat(
            problems(
                at(0, 1, new Append(X, 1)),
                at(2, 3, read(X, 1), new Append(X, 2), read(X, 1, 2)),
                at(4, 5, read(X, 1, 2))))
        .isEmpty();
  }

  @Test
  void shouldAcceptRandomSerialHistories() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Map<Integer, List<Integer>> state = new HashMap<>();
      List<ListTransaction> transactions = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        List<Operation> operations = new ArrayList<>();
        for (int key = 0; key < 3; key++) {
          if (random.nextBoolean()) {
            List<Integer> list = state.computeIfAbsent(key, _ -> new ArrayList<>());
            operations.add(new Read(key, list));
            operations.add(new Append(key, 10 * i + key));
            list.add(10 * i + key);
          }
        }
        // Concurrent with its neighbors.
        transactions.add(new ListTransaction(Outcome.COMMITTED, 10L * i, 10L * i + 25, operations));
      }
      state.forEach((key, list) -> transactions.add(at(9_000, 9_001, new Read(key, list))));
      assertThat(ListHistory.problems(transactions)).as("seed=%d", seed).isEmpty();
    }
  }

  @Test
  void shouldFindACycleOfWrites() {
    assertThat(
            problems(
                at(0, 9, new Append(X, 1), new Append(Y, 2)),
                at(0, 9, new Append(X, 3), new Append(Y, 4)),
                at(10, 11, read(X, 1, 3), read(Y, 4, 2))))
        .singleElement()
        .asString()
        .contains("no order");
  }

  @Test
  void shouldFindWriteSkew() {
    assertThat(
            problems(
                at(0, 9, read(X), new Append(Y, 1)),
                at(0, 9, read(Y), new Append(X, 2)),
                at(10, 11, read(X, 2), read(Y, 1))))
        .singleElement()
        .asString()
        .contains("no order");
  }

  @Test
  void shouldFindAnInconsistentRead() {
    assertThat(
            problems(
                at(0, 9, new Append(X, 1), new Append(Y, 2)),
                at(0, 9, read(X, 1), read(Y)),
                at(10, 11, read(X, 1), read(Y, 2))))
        .singleElement()
        .asString()
        .contains("no order");
  }

  @Test
  void shouldFindAStaleRead() {
    assertThat(problems(at(0, 1, new Append(X, 1)), at(2, 3, read(X)), at(4, 5, read(X, 1))))
        .singleElement()
        .asString()
        .contains("no order");
    assertThat(problems(at(0, 3, new Append(X, 1)), at(2, 4, read(X)), at(5, 6, read(X, 1))))
        .isEmpty();
  }

  @Test
  void shouldFindALostAppend() {
    assertThat(problems(at(0, 1, new Append(X, 1)), at(2, 3, read(X))))
        .contains("append is lost: key=1 value=1");
  }

  @Test
  void shouldFindALostUpdate() {
    assertThat(
            problems(
                at(0, 9, read(X), new Append(X, 1)),
                at(0, 9, read(X), new Append(X, 2)),
                at(10, 11, read(X, 1, 2))))
        .singleElement()
        .asString()
        .contains("no order");
  }

  @Test
  void shouldFindAppendsOfRefusedTransactions() {
    ListTransaction refused = new ListTransaction(Outcome.REFUSED, 0, 1, List.of(new Append(X, 1)));
    assertThat(problems(refused, at(2, 3, read(X, 1))))
        .contains("append of a refused transaction: key=1 value=1");
    assertThat(problems(refused, at(2, 3, read(X)))).isEmpty();
  }

  @Test
  void shouldAcceptEitherOutcomeOfUnknownTransactions() {
    ListTransaction unknown = new ListTransaction(Outcome.UNKNOWN, 0, 1, List.of(new Append(X, 1)));
    assertThat(problems(unknown, at(2, 3, read(X)))).isEmpty();
    assertThat(problems(unknown, at(2, 3, read(X)), at(4, 5, read(X, 1)))).isEmpty();
  }

  @Test
  void shouldFindAPartOfAnUnknownTransaction() {
    ListTransaction unknown =
        new ListTransaction(Outcome.UNKNOWN, 0, 1, List.of(new Append(X, 1), new Append(Y, 2)));
    assertThat(problems(unknown, at(2, 3, read(X, 1), read(Y))))
        .contains("append is lost: key=2 value=2");
  }

  @Test
  void shouldFindDifferentOrdersAndRepeatedValues() {
    ListTransaction writer = at(0, 9, new Append(X, 1), new Append(X, 2));
    assertThat(problems(writer, at(0, 9, read(X, 2)), at(10, 11, read(X, 1, 2))))
        .anyMatch(problem -> problem.startsWith("reads of a key have different orders"));
    assertThat(problems(writer, at(10, 11, read(X, 1, 2, 1))))
        .contains("value is in the list twice: key=1 value=1");
    assertThat(problems(writer, at(10, 11, read(X, 1, 2, 7))))
        .contains("value that was never appended: key=1 value=7");
  }

  @Test
  void shouldFindReadsWithoutOwnAppends() {
    assertThat(problems(at(0, 1, new Append(X, 1), read(X)), at(2, 3, read(X, 1))))
        .anyMatch(problem -> problem.startsWith("read lacks appends of its own"));
  }
}
