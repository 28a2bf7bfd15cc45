package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureFilesTest {
    @TempDir
    Path folder;

    @Test
    void readsAPlainGreyMapWithComments() throws IOException {
        Picture picture = PictureFiles.read(file("P2\n# made by hand\n3 2 # size\n10\n0 5 10\n10 5 0"));
        assertEquals(3, picture.width());
        assertEquals(2, picture.height());
        assertArrayEquals(new float[] {0, 0.5f, 1, 1, 0.5f, 0}, picture.brightness());
    }

    @Test
    void readsABinaryGreyMapOfOneByte() throws IOException {
        Picture picture = PictureFiles.read(file("P5 2 1 255\n", 0, 51));
        assertArrayEquals(new float[] {0, 0.2f}, picture.brightness());
    }

    @Test
    void readsABinaryGreyMapOfTwoBytesHighFirst() throws IOException {
        Picture picture = PictureFiles.read(file("P5 1 1 65535\n", 0x80, 0x00));
        assertArrayEquals(new float[] {0x8000 / 65535f}, picture.brightness());
    }

    @Test
    void readsAGreyPngWithoutBrighteningIt() throws IOException {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_BYTE_GRAY);
        image.getRaster().setSamples(0, 0, 2, 1, 0, new int[] {64, 255});
        assertArrayEquals(
                new float[] {64 / 255f, 1}, PictureFiles.read(png(image)).brightness());
    }

    @Test
    void readsASixteenBitGreyPng() throws IOException {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_USHORT_GRAY);
        image.getRaster().setSample(0, 0, 0, 0x4000);
        assertArrayEquals(
                new float[] {0x4000 / 65535f}, PictureFiles.read(png(image)).brightness());
    }

    @Test
    void readsColorsAsTheEyeWeighsThemAndTransparentAsCold() throws IOException {
        BufferedImage image = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, 0xff00ff00);
        image.setRGB(1, 0, 0xffffffff);
        image.setRGB(2, 0, 0x00ffffff);
        float[] read = PictureFiles.read(png(image)).brightness();
        assertArrayEquals(new float[] {0.7152f, 1, 0}, read, 1e-6f);
    }

    @Test
    void writesWhatItReadsBackInColor() throws IOException {
        Path file = folder.resolve("out.png");
        PictureFiles.writePng(new Picture(2, 1, new float[] {0, 1}), new ColorMap(), file);
        BufferedImage image = ImageIO.read(file.toFile());
        assertEquals(0xff040412, image.getRGB(0, 0));
        assertEquals(0xfffefcd6, image.getRGB(1, 0));
    }

    @Test
    void saysInOneLineWhatIsWrong() throws IOException {
        Path missing = folder.resolve("none.png");
        assertEquals(missing + ": no such file", failure(missing));
        assertSaid("neither PNG nor PGM", file("just text"));
        assertSaid("neither PNG nor PGM", file(""));
        assertSaid("the file ends in the middle of the picture", file("P5 2 2 255\n", 1, 2, 3));
        assertSaid("unusable size 0x4", file("P2 0 4 255\n"));
        assertSaid("unusable size 100000x100000", file("P5 100000 100000 255\n"));
        assertSaid("white is 70000, not 1 to 65535", file("P2 1 1 70000\n0"));
        assertSaid("a number expected, found code 120", file("P2 x"));
        assertSaid("a number is too large", file("P2 99999999999 1 1 0"));
    }

    @Test
    void saysThatADamagedPngCannotBeRead() throws IOException {
        BufferedImage image = new BufferedImage(50, 50, BufferedImage.TYPE_INT_RGB);
        byte[] whole = Files.readAllBytes(png(image));
        Path half = folder.resolve("half.png");
        Files.write(half, Arrays.copyOf(whole, 40));
        assertEquals(half + ": cannot be read as a picture", failure(half));
        assertEquals(folder + ": cannot be read as a picture", failure(folder));
    }

    private void assertSaid(String reason, Path file) {
        assertEquals(file + ": " + reason, failure(file));
    }

    private static String failure(Path file) {
        return assertThrows(IOException.class, () -> PictureFiles.read(file)).getMessage();
    }

    private Path png(BufferedImage image) throws IOException {
        Path file = Files.createTempFile(folder, "picture", ".png");
        ImageIO.write(image, "png", file.toFile());
        return file;
    }

    private Path file(String text, int... octets) throws IOException {
        byte[] head = text.getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(head, head.length + octets.length);
        for (int i = 0; i < octets.length; i++) {
            all[head.length + i] = (byte) octets[i];
        }
        Path file = Files.createTempFile(folder, "picture", ".pgm");
        Files.write(file, all);
        return file;
    }
}
