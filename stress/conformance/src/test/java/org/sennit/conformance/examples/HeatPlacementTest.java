package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.examples.heat.Heat;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class HeatPlacementTest {
    @TempDir
    Path folder;

    @Test
    void drawsTheSamePictureOnAnyPlacement() throws IOException {
        byte[] alone = heat(new Placement(1, 1));
        assertArrayEquals(alone, heat(new Placement(1, 4)));
        assertArrayEquals(alone, heat(new Placement(2, 2)));
        BufferedImage image = ImageIO.read(folder.resolve("2x2.png").toFile());
        assertEquals(300, image.getWidth());
        assertEquals(200, image.getHeight());
    }

    @Test
    void readsTheUsersPictureAndSpreadsIt() throws IOException {
        Path picture = folder.resolve("bar.pgm");
        Files.writeString(picture, "P2 5 3 9\n0 9 9 9 0\n0 0 0 0 0\n0 0 0 0 0\n", StandardCharsets.US_ASCII);
        String[] args = {picture.toString(), "--steps", "1", "-o", "bar.png"};
        ExampleRun run =
                ExampleRun.of(Heat.class, new Placement(1, 2), folder, args).assertSilentSuccess();
        assertTrue(run.out().endsWith("written to bar.png\n"), run.out());
        BufferedImage image = ImageIO.read(folder.resolve("bar.png").toFile());
        assertEquals(image.getRGB(0, 0), image.getRGB(0, 1), "the border keeps its temperature");
        assertTrue(brightness(image, 2, 1) > brightness(image, 2, 2), "a quarter of the heat has come down");
    }

    @Test
    void saysOnceInALineWhatIsWrong() {
        assertRefused("heat: none.png: no such file", "none.png");
        assertRefused("heat: --size must be at least 1x1 and at most 268435456 pixels", "--size", "0x7");
    }

    private byte[] heat(Placement placement) throws IOException {
        String[] args = {"--size", "300x200", "--steps", "200", "-o", placement + ".png"};
        ExampleRun.of(Heat.class, placement, folder, args).assertSilentSuccess();
        return Files.readAllBytes(folder.resolve(placement + ".png"));
    }

    private void assertRefused(String message, String... args) {
        ExampleRun run = ExampleRun.of(Heat.class, new Placement(1, 2), folder, args);
        assertEquals(2, run.exitStatus());
        assertEquals(message, run.err().lines().findFirst().orElse(""));
        assertEquals("", run.out());
    }

    private static int brightness(BufferedImage image, int x, int y) {
        int rgb = image.getRGB(x, y);
        return (rgb >> 16 & 0xff) + (rgb >> 8 & 0xff) + (rgb & 0xff);
    }
}
