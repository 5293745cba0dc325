package dev.colonnade.bench.history;

import dev.colonnade.bench.history.ListTransaction.Append;
import dev.colonnade.bench.history.ListTransaction.Operation;
import dev.colonnade.bench.history.ListTransaction.Outcome;
import dev.colonnade.bench.history.ListTransaction.Read;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * History of transactions that append unique values to lists and read lists, checked for strict
 * serializability.
 *
 * <p>A list contains the order of its appends, so the order of the versions of a key is known from
 * the longest list that was read. It gives the dependencies: of an append on the one before it
 * (ww), of a read on the append of its last value (wr), of the next append on a read (rw), and of a
 * transaction on those that had ended before it began (real time). If these have a cycle, no order
 * of the transactions explains the history. (Kingsbury and Alvaro, "Elle: Inferring Isolation
 * Anomalies from Experimental Observations", 2020)
 */
public final class ListHistory {
  private final List<ListTransaction> transactions;
  private final List<String> problems = new ArrayList<>();
  private final Map<Integer, List<Integer>> versions = new HashMap<>();

  /** Index of the transaction that appended a value, by the value. */
  private final Map<Integer, Integer> writers = new HashMap<>();

  private final DependencyGraph graph;

  private ListHistory(List<ListTransaction> transactions) {
    this.transactions = transactions;
    graph = new DependencyGraph();
  }

  /**
   * Returns descriptions of what is wrong with a history; empty if it is strictly serializable. The
   * last transactions should read all lists, so that a lost append is found.
   */
  public static List<String> problems(List<ListTransaction> transactions) {
    ListHistory history = new ListHistory(transactions);
    history.addWriters();
    history.addVersions();
    history.checkReads();
    history.checkLost();
    if (history.problems.isEmpty()) {
      history.addDependencies();
      history.addRealTime();
      List<Integer> cycle = history.graph.cycle();
      if (!cycle.isEmpty()) {
        history.problems.add(history.describe(cycle));
      }
    }
    return history.problems;
  }

  private void addWriters() {
    for (int i = 0; i < transactions.size(); i++) {
      for (Operation operation : transactions.get(i).operations()) {
        if (operation instanceof Append append && writers.put(append.value(), i) != null) {
          throw new IllegalArgumentException("value appended twice: " + append.value());
        }
      }
    }
  }

  /** Determines the order of the appends of each key from the longest read of a commit. */
  private void addVersions() {
    for (ListTransaction transaction : transactions) {
      if (transaction.outcome() != Outcome.COMMITTED) {
        continue;
      }
      for (Operation operation : transaction.operations()) {
        if (operation instanceof Read read) {
          versions.merge(read.key(), read.values(), (a, b) -> a.size() >= b.size() ? a : b);
        }
      }
    }
    versions.forEach(
        (key, values) -> {
          Set<Integer> seen = new HashSet<>();
          for (int value : values) {
            Integer writer = writers.get(value);
            if (!seen.add(value)) {
              problems.add("value is in the list twice: key=%d value=%d".formatted(key, value));
            }
            if (writer == null) {
              problems.add("value that was never appended: key=%d value=%d".formatted(key, value));
            } else if (transactions.get(writer).outcome() == Outcome.REFUSED) {
              problems.add(
                  "append of a refused transaction: key=%d value=%d".formatted(key, value));
            }
          }
        });
  }

  /** Checks that every read is a prefix of the versions, followed by own appends. */
  private void checkReads() {
    for (ListTransaction transaction : transactions) {
      if (transaction.outcome() != Outcome.COMMITTED) {
        continue;
      }
      Map<Integer, List<Integer>> own = new HashMap<>();
      for (Operation operation : transaction.operations()) {
        switch (operation) {
          case Append append ->
              own.computeIfAbsent(append.key(), _ -> new ArrayList<>()).add(append.value());
          case Read read -> checkRead(read, own.getOrDefault(read.key(), List.of()));
        }
      }
    }
  }

  private void checkRead(Read read, List<Integer> own) {
    List<Integer> order = versions.getOrDefault(read.key(), List.of());
    int size = read.values().size();
    if (!order.subList(0, size).equals(read.values())) {
      problems.add(
          "reads of a key have different orders: key=%d read=%s order=%s"
              .formatted(read.key(), read.values(), order));
    }
    if (size < own.size() || !read.values().subList(size - own.size(), size).equals(own)) {
      problems.add(
          "read lacks appends of its own transaction: key=%d read=%s own=%s"
              .formatted(read.key(), read.values(), own));
    }
  }

  /** Checks that all appends of a transaction are in the lists if it was committed, or one is. */
  private void checkLost() {
    for (ListTransaction transaction : transactions) {
      List<Append> present = new ArrayList<>();
      List<Append> absent = new ArrayList<>();
      for (Operation operation : transaction.operations()) {
        if (operation instanceof Append append) {
          boolean isPresent =
              versions.getOrDefault(append.key(), List.of()).contains(append.value());
          (isPresent ? present : absent).add(append);
        }
      }
      if (transaction.outcome() == Outcome.COMMITTED || !present.isEmpty()) {
        for (Append append : absent) {
          problems.add("append is lost: key=%d value=%d".formatted(append.key(), append.value()));
        }
      }
    }
  }

  private void addDependencies() {
    versions.forEach(
        (_, values) -> {
          for (int i = 1; i < values.size(); i++) {
            graph.add(writer(values.get(i - 1)), writer(values.get(i)));
          }
        });
    for (int i = 0; i < transactions.size(); i++) {
      if (transactions.get(i).outcome() == Outcome.COMMITTED) {
        for (Operation operation : transactions.get(i).operations()) {
          if (operation instanceof Read read) {
            addRead(i, read);
          }
        }
      }
    }
  }

  private void addRead(int reader, Read read) {
    List<Integer> order = versions.getOrDefault(read.key(), List.of());
    int size = read.values().size();
    if (size > 0) {
      graph.add(writer(order.get(size - 1)), reader);
    }
    if (size < order.size()) {
      graph.add(reader, writer(order.get(size)));
    }
  }

  private int writer(int value) {
    Integer writer = writers.get(value);
    if (writer == null) {
      throw new IllegalStateException("value without a writer: " + value);
    }
    return writer;
  }

  /**
   * Adds the dependencies of real time. A node for each end of a transaction, which depends on that
   * of the end before, makes their number linear.
   */
  private void addRealTime() {
    List<Integer> byEnd = new ArrayList<>();
    for (int i = 0; i < transactions.size(); i++) {
      if (transactions.get(i).outcome() == Outcome.COMMITTED) {
        byEnd.add(i);
      }
    }
    byEnd.sort(Comparator.comparingLong(i -> transactions.get(i).endNanos()));
    List<Integer> byBegin = new ArrayList<>();
    for (int i = 0; i < transactions.size(); i++) {
      byBegin.add(i);
    }
    byBegin.sort(Comparator.comparingLong(i -> transactions.get(i).beginNanos()));
    int ended = 0;
    for (int begin : byBegin) {
      long now = transactions.get(begin).beginNanos();
      while (ended < byEnd.size() && transactions.get(byEnd.get(ended)).endNanos() < now) {
        graph.add(byEnd.get(ended), node(ended));
        if (ended > 0) {
          graph.add(node(ended - 1), node(ended));
        }
        ended++;
      }
      if (ended > 0) {
        graph.add(node(ended - 1), begin);
      }
    }
  }

  private int node(int end) {
    return transactions.size() + end;
  }

  private String describe(List<Integer> cycle) {
    List<@Nullable ListTransaction> found = new ArrayList<>();
    for (int node : cycle) {
      if (node < transactions.size()) {
        found.add(transactions.get(node));
      }
    }
    return "no order of these transactions is possible: " + found;
  }
}
