package dev.colonnade.shell.output;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Settings of the printed output, which the user can change. Not thread-safe. */
public final class DisplaySettings {
  /** Choice of the expanded output, which prints each value on a line of its own. */
  public enum Expanded {
    /** Rows are lines. */
    OFF,
    /** Each value has a line of its own. */
    ON,
    /** Expanded if a row is wider than the terminal. */
    AUTO
  }

  /** Use of the pager at a terminal. */
  public enum PagerUse {
    /** Never. */
    OFF,
    /** For results that are longer than the terminal. */
    ON,
    /** For all results. */
    ALWAYS
  }

  private OutputFormat format;
  private boolean showsTiming;
  private Expanded expanded = Expanded.OFF;
  private LineStyle lineStyle = LineStyle.ASCII;
  private PagerUse pager = PagerUse.ON;
  private int pagerMinLines;
  private int border = 1;
  private int columns;
  private String nullText = "";
  private String fieldSeparator = "|";
  private String recordSeparator = "\n";
  private char csvSeparator = ',';
  private boolean showsFooter = true;
  private boolean isTuplesOnly;
  private Optional<String> title = Optional.empty();

  public DisplaySettings(OutputFormat format, boolean showsTiming) {
    this.format = requireNonNull(format, "format is null");
    this.showsTiming = showsTiming;
  }

  public OutputFormat format() {
    return format;
  }

  public void format(OutputFormat chosen) {
    format = chosen;
  }

  public boolean showsTiming() {
    return showsTiming;
  }

  public void showsTiming(boolean on) {
    showsTiming = on;
  }

  public Expanded expanded() {
    return expanded;
  }

  public void expanded(Expanded chosen) {
    expanded = chosen;
  }

  public LineStyle lineStyle() {
    return lineStyle;
  }

  public void lineStyle(LineStyle chosen) {
    lineStyle = chosen;
  }

  public PagerUse pager() {
    return pager;
  }

  public void pager(PagerUse chosen) {
    pager = chosen;
  }

  /** Returns the number of lines from which on the pager is used; the terminal may have more. */
  public int pagerMinLines() {
    return pagerMinLines;
  }

  public void pagerMinLines(int lines) {
    pagerMinLines = lines;
  }

  /** Returns the border of tables: 0 none, 1 between columns, 2 also around the table. */
  public int border() {
    return border;
  }

  public void border(int chosen) {
    border = chosen;
  }

  /** Returns the width of the output for {@link Expanded#AUTO}; 0 if it is unlimited. */
  public int columns() {
    return columns;
  }

  public void columns(int width) {
    columns = width;
  }

  /** Returns the text that stands for NULL. */
  public String nullText() {
    return nullText;
  }

  public void nullText(String text) {
    nullText = text;
  }

  public String fieldSeparator() {
    return fieldSeparator;
  }

  public void fieldSeparator(String text) {
    fieldSeparator = text;
  }

  public String recordSeparator() {
    return recordSeparator;
  }

  public void recordSeparator(String text) {
    recordSeparator = text;
  }

  public char csvSeparator() {
    return csvSeparator;
  }

  public void csvSeparator(char separator) {
    csvSeparator = separator;
  }

  /** Returns whether the number of rows is printed. */
  public boolean showsFooter() {
    return showsFooter && !isTuplesOnly;
  }

  public void showsFooter(boolean on) {
    showsFooter = on;
  }

  /** Returns whether only rows are printed: no header, title and footer. */
  public boolean isTuplesOnly() {
    return isTuplesOnly;
  }

  public void isTuplesOnly(boolean on) {
    isTuplesOnly = on;
  }

  /** Returns the title that is printed above tables. */
  public Optional<String> title() {
    return title;
  }

  public void title(Optional<String> text) {
    title = requireNonNull(text, "text is null");
  }
}
