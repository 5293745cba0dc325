package dev.colonnade.server.admin.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * Images of the documentation, which {@code -Dcolonnade.screenshots=FOLDER} writes: PNG files with
 * the most frequent of colors that differ, so that they are small.
 */
final class Screenshots {
  private static final String FOLDER = System.getProperty("colonnade.screenshots", "");
  private static final int COLORS_MAX = 64;
  private static final int DISTANCE_MIN = 100;

  private Screenshots() {}

  /** Writes what is visible, if the property is set. */
  static void write(String name, BrowserPage page) throws Exception {
    if (!FOLDER.isEmpty()) {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(page.screenshot()));
      ImageIO.write(indexed(image), "png", Path.of(FOLDER, name + ".png").toFile());
    }
  }

  private static BufferedImage indexed(BufferedImage image) {
    Map<Integer, Integer> counts = new HashMap<>();
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
    }
    List<Integer> frequent =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .map(Map.Entry::getKey)
            .toList();
    List<Integer> colors = new ArrayList<>();
    for (int color : frequent) {
      if (colors.size() < COLORS_MAX
          && colors.stream().noneMatch(it -> distance(it, color) < DISTANCE_MIN)) {
        colors.add(color);
      }
    }
    int[] palette = colors.stream().mapToInt(Integer::intValue).toArray();
    IndexColorModel model = new IndexColorModel(8, palette.length, palette, 0, false, -1, 0);
    BufferedImage small =
        new BufferedImage(
            image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int i = 0; i < pixels.length; i++) {
      int index = nearest.computeIfAbsent(pixels[i], color -> nearest(color, palette));
      small.getRaster().setSample(i % image.getWidth(), i / image.getWidth(), 0, index);
    }
    return small;
  }

  private static int nearest(int color, int[] palette) {
    int best = 0;
    for (int i = 1; i < palette.length; i++) {
      if (distance(color, palette[i]) < distance(color, palette[best])) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int a, int b) {
    int red = (a >> 16 & 255) - (b >> 16 & 255);
    int green = (a >> 8 & 255) - (b >> 8 & 255);
    int blue = (a & 255) - (b & 255);
    return red * red + green * green + blue * blue;
  }
}
