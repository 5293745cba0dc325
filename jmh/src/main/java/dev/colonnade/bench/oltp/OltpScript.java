package dev.colonnade.bench.oltp;

import java.util.List;
import java.util.Locale;

/** Script of transactions: statements whose parameters are named by their positions in a row. */
public enum OltpScript {
  TPCB(
      new Step("UPDATE oltp_bench_accounts SET abalance = abalance + ? WHERE aid = ?", "da"),
      new Step("SELECT abalance FROM oltp_bench_accounts WHERE aid = ?", "a"),
      new Step("UPDATE oltp_bench_tellers SET tbalance = tbalance + ? WHERE tid = ?", "dt"),
      new Step("UPDATE oltp_bench_branches SET bbalance = bbalance + ? WHERE bid = ?", "db"),
      Step.HISTORY),
  SIMPLE_UPDATE(
      new Step("UPDATE oltp_bench_accounts SET abalance = abalance + ? WHERE aid = ?", "da"),
      new Step("SELECT abalance FROM oltp_bench_accounts WHERE aid = ?", "a"),
      Step.HISTORY),
  SELECT(new Step("SELECT abalance FROM oltp_bench_accounts WHERE aid = ?", "a")),
  INSERT(Step.HISTORY);

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list of strings
  private final List<Step> steps;

  OltpScript(Step... steps) {
    this.steps = List.of(steps);
  }

  List<Step> steps() {
    return steps;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Statement of a script.
   *
   * @param sql text with a parameter for each character of {@code parameters}
   * @param parameters t, b, a, d: teller, branch, account, and the amount that is added
   */
  record Step(String sql, String parameters) {
    static final Step HISTORY =
        new Step(
            "INSERT INTO oltp_bench_history (tid, bid, aid, delta, mtime)"
                + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)",
            "tbad");
  }
}
