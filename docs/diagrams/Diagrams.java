import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Generator of the pictures of the documentation: reads every {@code .txt} file beside it and
 * writes {@code docs/images/NAME.svg}. Run it from the root of the repository:
 *
 * <pre>
 *   java docs/diagrams/Diagrams.java
 * </pre>
 *
 * <p>A source has one statement a line; {@code #} begins a comment, {@code |} separates lines of
 * text. Columns and rows are positions in a grid and may be fractions.
 *
 * <pre>
 *   title TEXT
 *   grid CELL_WIDTH CELL_HEIGHT
 *   group COLUMN ROW COLUMNS ROWS TEXT
 *   box|main|disk NAME COLUMN ROW COLUMNS HEADING | LINE | LINE
 *   note COLUMN ROW COLUMNS LINE | LINE
 *   FROM -> TO [: LABEL]          synchronous step
 *   FROM --> TO [: LABEL]         asynchronous step
 *   chart BASELINE UNIT           horizontal bars instead of a diagram
 *   bar VALUE LABEL | VALUE AS SHOWN
 * </pre>
 */
final class Diagrams {
  private static final Path SOURCES = Path.of("docs/diagrams");
  private static final Path IMAGES = Path.of("docs/images");

  public static void main(String[] arguments) throws IOException {
    Files.createDirectories(IMAGES);
    List<Path> sources;
    try (Stream<Path> files = Files.list(SOURCES)) {
      sources = files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
    for (Path source : sources) {
      String name = source.getFileName().toString().replace(".txt", ".svg");
      String svg = new Diagram(source, Files.readAllLines(source)).toSvg();
      Files.writeString(IMAGES.resolve(name), svg);
      System.out.println(IMAGES.resolve(name));
    }
  }

  /** Rectangle in pixels. */
  record Box(String kind, double x, double y, double width, double height, List<String> lines) {
    double centerX() {
      return x + width / 2;
    }

    double centerY() {
      return y + height / 2;
    }

    double right() {
      return x + width;
    }

    double bottom() {
      return y + height;
    }
  }

  /** Line with a head between two boxes. */
  record Arrow(String from, String to, boolean dashed, String label) {}

  /** Row of a chart. */
  record Bar(double value, String label, String shown) {}

  /** Parsed source of one picture. */
  static final class Diagram {
    private static final String STYLE =
        """
          <style>
            .page { fill: #ffffff; }
            text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; \
        fill: #1f2328; }
            .title { font-size: 16px; font-weight: 600; }
            .heading { font-weight: 600; }
            .label, .note { font-size: 12px; fill: #59636e; }
            .box { fill: #f6f8fa; stroke: #818b98; }
            .main { fill: #ddf4ff; stroke: #0969da; }
            .disk { fill: #fff8c5; stroke: #9a6700; }
            .group { fill: none; stroke: #818b98; stroke-dasharray: 4 4; }
            .arrow { fill: none; stroke: #59636e; stroke-width: 1.4; }
            .head { fill: #59636e; stroke: none; }
            .dashed { stroke-dasharray: 5 4; }
            .better { fill: #0969da; }
            .worse { fill: #bc4c00; }
            .base { stroke: #59636e; stroke-dasharray: 3 3; }
            @media (prefers-color-scheme: dark) {
              .page { fill: #0d1117; }
              text { fill: #f0f6fc; }
              .label, .note { fill: #9198a1; }
              .box { fill: #151b23; stroke: #656c76; }
              .main { fill: #121d2f; stroke: #4493f8; }
              .disk { fill: #272115; stroke: #d29922; }
              .group { stroke: #656c76; }
              .arrow { stroke: #9198a1; }
              .head { fill: #9198a1; }
              .better { fill: #4493f8; }
              .worse { fill: #db6d28; }
              .base { stroke: #9198a1; }
            }
          </style>
        """;
    private static final int MARGIN = 20;
    private static final int TOP = 66;
    private static final int GAP_X = 48;
    private static final int LINE = 17;
    private static final int PADDING = 12;
    private static final int BAR = 22;
    private static final int CHART_LABEL = 330;
    private static final int CHART_WIDTH = 800;

    private final Path source;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final List<Box> groups = new ArrayList<>();
    private final List<Box> notes = new ArrayList<>();
    private final List<Arrow> arrows = new ArrayList<>();
    private final List<Bar> bars = new ArrayList<>();
    private String title = "";
    private double cellWidth = 210;
    private double cellHeight = 110;
    private double baseline;
    private String unit = "";

    Diagram(Path source, List<String> lines) {
      this.source = source;
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        try {
          parse(line);
        } catch (RuntimeException e) {
          throw new IllegalArgumentException(source + ":" + (i + 1) + ": " + line, e);
        }
      }
    }

    private void parse(String line) {
      String[] words = line.split("\\s+");
      switch (words[0]) {
        case "title" -> title = rest(line, 1);
        case "grid" -> {
          cellWidth = Double.parseDouble(words[1]);
          cellHeight = Double.parseDouble(words[2]);
        }
        case "group" -> groups.add(area("group", words, 1, Double.parseDouble(words[4]), line, 5));
        case "note" -> notes.add(area("note", words, 1, 0, line, 4));
        case "box", "main", "disk" ->
            boxes.put(words[1], area(words[0], words, 2, 0, line, 5));
        case "chart" -> {
          baseline = Double.parseDouble(words[1]);
          unit = rest(line, 2);
        }
        case "bar" -> {
          String[] texts = rest(line, 2).split("\\|");
          bars.add(new Bar(Double.parseDouble(words[1]), texts[0].strip(), texts[1].strip()));
        }
        default -> arrows.add(arrow(line, words));
      }
    }

    private static Arrow arrow(String line, String[] words) {
      if (!words[1].equals("->") && !words[1].equals("-->")) {
        throw new IllegalArgumentException("unknown statement: " + words[0]);
      }
      int colon = line.indexOf(" : ");
      String label = colon < 0 ? "" : line.substring(colon + 3).strip();
      return new Arrow(words[0], words[2], words[1].equals("-->"), label);
    }

    private Box area(String kind, String[] words, int at, double rows, String line, int textAt) {
      double column = Double.parseDouble(words[at]);
      double row = Double.parseDouble(words[at + 1]);
      double columns = Double.parseDouble(words[at + 2]);
      List<String> lines =
          Stream.of(rest(line, textAt).split("\\|")).map(String::strip).toList();
      double x = MARGIN + column * cellWidth;
      double y = TOP + row * cellHeight;
      double width = columns * cellWidth - GAP_X;
      if (kind.equals("group")) {
        return new Box(kind, x - 14, y - 26, width + 28, rows * cellHeight - 12, lines);
      }
      double height = lines.size() * LINE + 2 * PADDING - 4;
      return new Box(kind, x, y, width, height, lines);
    }

    private static String rest(String line, int words) {
      String rest = line;
      for (int i = 0; i < words; i++) {
        rest = rest.substring(rest.indexOf(' ') + 1).strip();
      }
      return rest;
    }

    String toSvg() {
      StringBuilder svg = new StringBuilder();
      if (bars.isEmpty()) {
        groups.forEach(group -> drawGroup(svg, group));
        arrows.forEach(arrow -> drawArrow(svg, arrow));
        boxes.values().forEach(box -> drawBox(svg, box));
        notes.forEach(note -> drawNote(svg, note));
      } else {
        drawBars(svg);
      }
      return page(svg);
    }

    private String page(StringBuilder content) {
      double width = bars.isEmpty() ? extent(true) : CHART_WIDTH;
      double height = bars.isEmpty() ? extent(false) : TOP + bars.size() * (BAR + 10) + 46;
      return format(
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\""
                  + " role=\"img\" aria-label=\"%s\">%n",
              width, height, width, escape(title))
          + format("  <!-- Generated from %s: edit that file. -->%n", source)
          + format("  <title>%s</title>%n", escape(title))
          + STYLE
          + format("  <rect class=\"page\" width=\"%.0f\" height=\"%.0f\"/>%n", width, height)
          + text("title", MARGIN, 28, title, "start")
          + content
          + "</svg>\n";
    }

    private double extent(boolean horizontal) {
      double max = 0;
      for (List<Box> some : List.of(groups, notes, List.copyOf(boxes.values()))) {
        for (Box box : some) {
          max = Math.max(max, horizontal ? box.right() : box.bottom());
        }
      }
      return max + MARGIN;
    }

    private void drawGroup(StringBuilder svg, Box group) {
      svg.append(rectangle(group));
      svg.append(text("label", group.x() + 10, group.y() + 17, group.lines().getFirst(), "start"));
    }

    private void drawBox(StringBuilder svg, Box box) {
      svg.append(rectangle(box));
      double y = box.y() + PADDING + 10;
      for (int i = 0; i < box.lines().size(); i++) {
        svg.append(
            text(
                i == 0 ? "heading" : "label",
                box.centerX(),
                y + i * LINE,
                box.lines().get(i),
                "middle"));
      }
    }

    private void drawNote(StringBuilder svg, Box note) {
      for (int i = 0; i < note.lines().size(); i++) {
        svg.append(text("note", note.x(), note.y() + 14 + i * LINE, note.lines().get(i), "start"));
      }
    }

    private void drawArrow(StringBuilder svg, Arrow arrow) {
      Box from = boxes.get(arrow.from());
      Box to = boxes.get(arrow.to());
      if (from == null || to == null) {
        throw new IllegalArgumentException(source + ": no such box: " + arrow);
      }
      boolean rightwards = to.x() >= from.right();
      boolean leftwards = from.x() >= to.right();
      if (rightwards || leftwards) {
        drawAcross(svg, arrow, from, to, rightwards);
      } else {
        drawDown(svg, arrow, from, to);
      }
    }

    private static void drawAcross(
        StringBuilder svg, Arrow arrow, Box from, Box to, boolean rightwards) {
      double startX = rightwards ? from.right() : from.x();
      double endX = rightwards ? to.x() : to.right();
      double top = Math.max(from.y(), to.y());
      double bottom = Math.min(from.bottom(), to.bottom());
      double startY = top < bottom ? (top + bottom) / 2 : from.centerY();
      double endY = top < bottom ? startY : to.centerY();
      double middleX = (startX + endX) / 2;
      double tip = endX + (rightwards ? -8 : 8);
      svg.append(
          path(
              arrow,
              format(
                  "M%.1f %.1f H%.1f V%.1f H%.1f", startX, startY, middleX, endY, tip)));
      svg.append(head(endX, endY, rightwards ? -8 : 8, 0));
      if (!arrow.label().isEmpty()) {
        svg.append(text("label", middleX, Math.min(startY, endY) - 6, arrow.label(), "middle"));
      }
    }

    private static void drawDown(StringBuilder svg, Arrow arrow, Box from, Box to) {
      boolean downwards = to.y() >= from.bottom();
      double startY = downwards ? from.bottom() : from.y();
      double endY = downwards ? to.y() : to.bottom();
      double left = Math.max(from.x(), to.x());
      double right = Math.min(from.right(), to.right());
      double x = (left + right) / 2;
      double tip = endY + (downwards ? -8 : 8);
      svg.append(path(arrow, format("M%.1f %.1f V%.1f", x, startY, tip)));
      svg.append(head(x, endY, 0, downwards ? -8 : 8));
      if (!arrow.label().isEmpty()) {
        svg.append(text("label", x + 8, (startY + endY) / 2 + 4, arrow.label(), "start"));
      }
    }

    private static String path(Arrow arrow, String points) {
      return format(
          "  <path class=\"arrow%s\" d=\"%s\"/>%n", arrow.dashed() ? " dashed" : "", points);
    }

    /** Returns a triangle at a point, with its base so far from it. */
    private static String head(double x, double y, double dx, double dy) {
      double sideX = dx == 0 ? 4.5 : 0;
      double sideY = dy == 0 ? 4.5 : 0;
      return format(
          "  <path class=\"head\" d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f Z\"/>%n",
          x, y, x + dx + sideX, y + dy + sideY, x + dx - sideX, y + dy - sideY);
    }

    private void drawBars(StringBuilder svg) {
      double max = bars.stream().mapToDouble(Bar::value).max().orElseThrow();
      double scale = (CHART_WIDTH - CHART_LABEL - MARGIN - 110) / max;
      double baseX = CHART_LABEL + baseline * scale;
      double y = TOP;
      for (Bar bar : bars) {
        String kind = bar.value() >= baseline ? "better" : "worse";
        svg.append(text("bar", CHART_LABEL - 10, y + 15, bar.label(), "end"));
        svg.append(
            format(
                "  <rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\""
                    + " rx=\"2\"/>%n",
                kind, CHART_LABEL, y, bar.value() * scale, BAR));
        double labelX = Math.max(CHART_LABEL + bar.value() * scale, baseX) + 8;
        svg.append(text("label", labelX, y + 15, bar.shown(), "start"));
        y += BAR + 10;
      }
      svg.append(
          format(
              "  <line class=\"base\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
              baseX, TOP - 6, baseX, y + 4));
      svg.append(text("label", baseX, y + 20, unit, "start"));
    }

    private static String rectangle(Box box) {
      return format(
          "  <rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>%n",
          box.kind(), box.x(), box.y(), box.width(), box.height());
    }

    private static String text(String kind, double x, double y, String text, String anchor) {
      return format(
          "  <text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
          kind, x, y, anchor, escape(text));
    }

    private static String escape(String text) {
      return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String format(String pattern, Object... values) {
      return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
  }

  private Diagrams() {}
}
